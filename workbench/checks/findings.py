"""Finding and Fix: the results of a check, as frozen records that every output and the page read."""

from __future__ import annotations

from typing import Literal, get_args

from msgspec import Struct

from workbench.json.patch import Operation
from workbench.json.text import Json, JsonObject
from workbench.targets.severities import Severity

SEVERITIES: tuple[Severity, ...] = get_args(Severity)
"""All severities, with the most severe first."""
Explains = Literal["cause", "fault", "consequence"]
Stage = Literal["internal", "converted"]
_EXPLAINS_MORE = ("cause", "fault", "consequence")
_RANK = {severity: rank for rank, severity in enumerate(SEVERITIES)}


class Fix(Struct, frozen=True):
    """A patch (RFC 6902) on the loaded JSON. A safe fix loses nothing and asserts nothing that is not known.

    Every operation names its place in the unchanged document; `json.patch_set` orders the operations.
    """

    title: str
    patch: tuple[Operation, ...]
    safe: bool
    reason: str
    confidence: float = 1.0
    keeps: tuple[str, ...] = ()
    """Pointers of values that stay and contain what the patch removes: the original of a copy."""

    def as_json(self) -> JsonObject:
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
    """"internal" if the fault is in the file itself, "converted" if it is in what the target receives."""
    at: str
    """The pointer into the unchanged file."""
    message_index: int
    id: Json
    text: str
    provider_error: str | None = None
    fix: Fix | None = None
    partner: str | None = None
    """The pointer of the other half: the call of this result, the other id of this collision."""
    cause: str = ""
    """A key that all findings of one cause share."""
    wire_at: str | None = None
    """The pointer into the converted messages, where the provider will see it."""
    param: str | None = None
    error_code: str | None = None
    error_type: str | None = None
    explains: Explains = "fault"
    """The rank of its rule among those that find the same cause."""
    enforced: bool = False
    """Whether the target itself refuses this. A loss in a conversion is an error that no provider sees."""
    healed: bool = False
    """Whether the conversion to the target repairs it, so only the history in the file has it."""
    as_given: bool = False
    """Whether the target is a program that receives the file unchanged and refuses it, whatever a conversion does."""
    pending: bool = False
    """Whether it only is a violation when the conversation is sent: a call that may still be running."""
    judged_index: int = -1
    """The index of the message in the history that the target receives."""
    noticed_later: bool = False
    """Whether the target notices it only at the next message."""
    fallback: bool = False
    """Whether it is dropped if another rule points at the same place."""

    @property
    def rank(self) -> tuple[int, int, str]:
        return _RANK[self.severity], self.message_index, self.code

    def as_json(self) -> JsonObject:
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
    """The findings that one fault explains, with the most informative first."""

    findings: tuple[Finding, ...]

    @property
    def head(self) -> Finding:
        return self.findings[0]

    @property
    def places(self) -> list[Finding]:
        """The findings of the head's rule, one for each message. The other findings follow from these."""
        first_in: dict[int, Finding] = {}
        for finding in self.findings:
            if finding.rule == self.head.rule:
                first_in.setdefault(finding.message_index, finding)
        return list(first_in.values())

    @property
    def severity(self) -> Severity:
        return min((finding.severity for finding in self.findings), key=_RANK.__getitem__)


def by_cause(findings: tuple[Finding, ...]) -> list[Cause]:
    """Group findings by cause, with the most severe first, then in the order of the conversation."""
    groups: dict[str, list[Finding]] = {}
    for finding in findings:
        groups.setdefault(finding.cause or f"{finding.code}{finding.at}", []).append(finding)
    causes = [Cause(tuple(sorted(group, key=_most_informative_first))) for group in groups.values()]
    return sorted(causes, key=lambda cause: (_RANK[cause.severity], cause.head.message_index))


def _most_informative_first(finding: Finding) -> tuple[int, int]:
    """Return a sort key: the origin of a fault explains more than the fault itself, and a consequence explains less."""
    return _EXPLAINS_MORE.index(finding.explains), _RANK[finding.severity]
