"""Report: everything that a check found in one conversation for one target."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from workbench.checks.findings import Cause, Finding, by_cause
from workbench.checks.journey import Journey
from workbench.checks.verdict import Outcome, Verdict, judge_findings
from workbench.conversation import Conversation
from workbench.formats import FORMATS
from workbench.lazy import lazy
from workbench.rules.editing.context import RepairContext
from workbench.targets.contract import ERROR, Target


class Report(Struct, frozen=True, dict=True):
    conversation: Conversation
    target: Target
    findings: tuple[Finding, ...]
    journey: Journey
    after_conversion: Outcome | None = None
    """The outcome after a conversion, if the findings also say what happens without it."""

    @lazy
    def repair_context(self) -> RepairContext:
        """The context that the fixes of all findings share."""
        return RepairContext(self.conversation, self.journey.internal, self.target)

    @lazy
    def errors(self) -> list[Finding]:
        return [finding for finding in self.findings if finding.severity == ERROR]

    @property
    def causes(self) -> list[Cause]:
        return by_cause(self.findings)

    @lazy
    def verdict(self) -> Verdict:
        verdict = judge_findings(self.conversation, self.target, self.findings)
        is_judged_as_given = not self.journey.judged_column or self.target.throws is not None
        is_always_converted = FORMATS[self.conversation.format].wire is None  # no API accepts it, so nobody sends it
        is_known = verdict.outcome is Outcome.NOT_JUDGED or self.after_conversion is not None
        if is_known or is_judged_as_given or is_always_converted:
            return replace(verdict, after_conversion=self.after_conversion)
        converted_to = self.journey.stages.columns[self.journey.judged_column].format
        return replace(verdict, after_conversion=verdict.outcome, converted_to=converted_to)

    @property
    def when_sent(self) -> Verdict:
        """The verdict if the converted conversation were sent now, with a pending call still unanswered."""
        sent = [finding for finding in self.findings if not finding.as_given]
        return judge_findings(self.conversation, self.target, sent, sending=True)
