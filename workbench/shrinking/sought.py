"""The finding that a smaller conversation must still show: the same rule, as severe, at the same message."""

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
class Sought:
    """Half of a pair that lost the other half is a new fault, not the one that was sought: so the place counts."""

    code: str
    severity: Severity
    id: Json
    message: int
    """In the whole conversation; -1 for the request itself."""
    target: str
    first: bool
    """Whether it must be the first finding, because the user named no rule."""

    def in_report(self, report: Report, numbers: list[int]) -> Finding | None:
        """The finding in a smaller conversation whose messages had these numbers in the whole one."""
        candidates = report.findings[:1] if self.first else report.findings
        return next((finding for finding in candidates if self._is(finding, numbers)), None)

    def _is(self, finding: Finding, numbers: list[int]) -> bool:
        same = (finding.code, finding.severity, finding.id) == (self.code, self.severity, self.id)
        at = finding.message_index
        return same and self.message == (numbers[at] if 0 <= at < len(numbers) else -1)

    def check(self, conversation: Conversation) -> Report:
        return check(conversation, self.target, with_information=self.severity == INFO)


def sought_in(report: Report, code: str | None = None) -> Sought | None:
    """The first finding that speaks against the conversation, or the first of a rule; None if there is none."""
    findings = (
        [finding for finding in report.findings if code in (finding.code, finding.rule)]
        if code
        else [finding for finding in report.findings if finding.severity != INFO]
    )
    if not findings:
        return None
    one = findings[0]
    return Sought(one.code, one.severity, one.id, max(-1, one.message_index), report.target.name, first=code is None)
