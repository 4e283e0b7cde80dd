"""The finding that a smaller conversation must still have: the same rule and severity at the same message."""

from __future__ import annotations

from dataclasses import dataclass

from workbench.checks.check import check
from workbench.checks.findings import Finding
from workbench.checks.report import Report
from workbench.conversation import Conversation
from workbench.json.text import Json
from workbench.targets.contract import INFO
from workbench.targets.severities import Severity


@dataclass(frozen=True, slots=True)
class WantedFinding:
    """Identifies a finding. The message counts, because removing half of a pair causes the same fault elsewhere."""

    code: str
    severity: Severity
    id: Json
    message: int
    """The number of the message in the original conversation; -1 for the request itself."""
    target: str
    first: bool
    """Whether it must be the first one that a check shows, because the user named no rule."""

    def in_report(self, report: Report, numbers: list[int]) -> Finding | None:
        """Return the finding in a smaller conversation, or None. `numbers` are the original numbers of its messages."""
        candidates = _heads(report)[:1] if self.first else report.findings
        return next((finding for finding in candidates if self._matches(finding, numbers)), None)

    def _matches(self, finding: Finding, numbers: list[int]) -> bool:
        is_same = (finding.code, finding.severity, finding.id) == (self.code, self.severity, self.id)
        index = finding.message_index
        return is_same and self.message == (numbers[index] if 0 <= index < len(numbers) else -1)

    def check(self, conversation: Conversation) -> Report:
        return check(conversation, self.target, with_information=self.severity == INFO)


def wanted_finding_in(report: Report, code: str | None = None) -> WantedFinding | None:
    """Return the first error or warning that a check shows, or the first finding of a rule if one is named. None if
    there is none."""
    findings = (
        [finding for finding in report.findings if code in (finding.code, finding.rule)] if code else _heads(report)
    )
    if not findings:
        return None
    first = findings[0]
    message = max(-1, first.message_index)
    return WantedFinding(first.code, first.severity, first.id, message, report.target.name, first=code is None)


def _heads(report: Report) -> list[Finding]:
    """Return the finding that explains each cause best, as a check shows them: one of its consequences would not show
    why a history is broken."""
    return [cause.head for cause in report.causes if cause.severity != INFO]
