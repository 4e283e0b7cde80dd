"""Finding and Fix: what a check says, as frozen rows that every output and the page read."""

from __future__ import annotations

from typing import Literal, get_args

from msgspec import Struct

from workbench.json.text import Json
from workbench.targets.severities import Severity

SEVERITIES: tuple[Severity, ...] = get_args(Severity)
"""The most severe first."""
Explains = Literal["cause", "fault", "consequence"]
Stage = Literal["internal", "converted"]
_EXPLAINS_MORE = ("cause", "fault", "consequence")
_RANK = {severity: rank for rank, severity in enumerate(SEVERITIES)}


class Fix(Struct, frozen=True):
    """A patch (RFC 6902) on the loaded JSON. Safe: it loses nothing and asserts nothing that is not known.

    Every operation names its place in the document as it is; `json.patch_set` brings them into order.
    """

    title: str
    patch: tuple[Json, ...]
    safe: bool
    reason: str
    confidence: float = 1.0
    keeps: tuple[str, ...] = ()
    """Pointers of values that stay and say what the patch takes out: the original of a copy."""

    def as_json(self) -> Json:
        return {
            "title": self.title,
            "safe": self.safe,
            "reason": self.reason,
            "confidence": self.confidence,
            "patch": list(self.patch),
        }


class Finding(Struct, frozen=True):
    rule: str
    code: str
    severity: Severity
    stage: Stage
    """internal if the file itself shows it, converted if the way to the target does."""
    at: str
    """Pointer into the file as it was given."""
    message_index: int
    id: Json
    text: str
    provider_error: str | None = None
    fix: Fix | None = None
    partner: str | None = None
    """Pointer of the other half: the call of this result, the other id of this collision."""
    cause: str = ""
    """Findings of one cause share this word."""
    wire_at: str | None = None
    """Pointer into the converted messages, where the provider will see it."""
    param: str | None = None
    error_code: str | None = None
    error_type: str | None = None
    explains: Explains = "fault"
    """Its rule's place among those that notice one cause."""
    enforced: bool = False
    """Whether the target itself refuses this. What a conversion loses is an error that no provider sees."""
    healed: bool = False
    """Whether the conversion to the target heals it, so that only the history as given has it."""
    as_given: bool = False
    """Whether the target is a program that gets the file as it is and refuses that, whatever becomes of it after a
    conversion."""
    pending: bool = False
    """Whether it is a violation only once the conversation is sent: a call that may still be running."""
    judged_index: int = -1
    """The message of the history as the target gets it."""
    noticed_later: bool = False
    """Whether the target notices it only with the next message."""
    fallback: bool = False
    """Whether it is left out where another rule points at the same place."""

    @property
    def rank(self) -> tuple[int, int, str]:
        return _RANK[self.severity], self.message_index, self.code

    def as_json(self) -> Json:
        return {
            "rule": self.rule,
            "code": self.code,
            "severity": self.severity,
            "stage": self.stage,
            "at": self.at,
            "message_index": self.message_index,
            "id": self.id,
            "text": self.text,
            "provider_error": self.provider_error,
            "partner": self.partner,
            "cause": self.cause,
            "fix": self.fix.as_json() if self.fix else None,
        }


class Cause(Struct, frozen=True):
    """Findings that one fault explains, the one that says most first."""

    findings: tuple[Finding, ...]

    @property
    def head(self) -> Finding:
        return self.findings[0]

    @property
    def places(self) -> list[Finding]:
        """Where the head's violation is, once for each message. The other findings follow from these."""
        first_in: dict[int, Finding] = {}
        for finding in self.findings:
            if finding.rule == self.head.rule:
                first_in.setdefault(finding.message_index, finding)
        return list(first_in.values())

    @property
    def severity(self) -> Severity:
        return min((finding.severity for finding in self.findings), key=_RANK.__getitem__)


def by_cause(findings: tuple[Finding, ...]) -> list[Cause]:
    """Most severe first, then in the order of the conversation."""
    groups: dict[str, list[Finding]] = {}
    for finding in findings:
        groups.setdefault(finding.cause or f"{finding.code}{finding.at}", []).append(finding)
    causes = [Cause(tuple(sorted(group, key=_telling))) for group in groups.values()]
    return sorted(causes, key=lambda cause: (_RANK[cause.severity], cause.head.message_index))


def _telling(finding: Finding) -> tuple[int, int]:
    """How the fault came about tells more than what the provider would report; what only follows from it, less."""
    return _EXPLAINS_MORE.index(finding.explains), _RANK[finding.severity]
