"""Repair: apply the safe fixes, check again, until nothing gets better.

Whole classes of faults are repaired in one round. What a round leads to is kept only if less is wrong than before; a
fix may uncover what was hidden, so a few rounds are allowed for that. If all fixes together lead nowhere, those of each
rule are tried alone. What is wrong is a number that only falls, so a repair ends; and it depends on nothing but the
document, so repairing what was repaired changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from workbench.checks.check import check
from workbench.checks.every_target import verdicts
from workbench.checks.findings import Finding, Fix
from workbench.checks.report import Report
from workbench.checks.verdict import Outcome
from workbench.conversation import Conversation
from workbench.json.patch_set import Claims, apply_together
from workbench.json.text import Json, compact
from workbench.repairs.guard import broken_promises, lost_since
from workbench.repairs.plan import Step, rounds, steps_for, that_count
from workbench.repairs.reloading import as_another, reloaded
from workbench.targets import ERROR

_PATIENCE = 4
"""So many rounds may uncover what was hidden before there must be less that is wrong."""
_MOST_ALONE = 16
"""If the fixes of one rule together lead nowhere, so many of them are tried one by one."""


@dataclass(frozen=True, slots=True)
class Repaired:
    conversation: Conversation
    applied: tuple[Fix, ...]
    remaining: tuple[Finding, ...]
    """Errors that are left, because no safe fix repairs them."""
    proposed: tuple[Fix, ...]
    """Fixes that are not safe, and were not applied."""
    report: Report
    """What is found in the conversation now."""
    harmed: tuple[str, ...] = ()
    """Targets that accepted the conversation before and would refuse it now."""


def repair(
    conversation: Conversation,
    target: str | None = None,
    unsafe: bool = False,
    select: frozenset[str] = frozenset(),
    mind_others: bool = True,
    known: Report | None = None,
) -> Repaired:
    """Repair what can be repaired for a target. Doing it again changes nothing.

    `known` is what a check for the same target without information found, where that has been done already.
    """
    run = _Run(conversation, target, unsafe, select)
    report = known if known is not None and not select else run.check(conversation)
    applied: list[Fix] = []
    while conversation.detection.recognised and (better := run.better(report)) is not None:
        report, done = better
        applied += done
    after = report.conversation
    proposed = tuple(step.fix for step in steps_for(report, that_count(report, select)) if not step.fix.safe)
    harmed = _harmed(conversation, after) if mind_others and applied else ()
    return Repaired(after, tuple(applied), tuple(report.errors), proposed, report, harmed)


def apply_fixes(conversation: Conversation, fixes: list[Fix], target: str | None = None) -> Conversation:
    """The conversation after these fixes of one plan, those left out that get in each other's way.

    The guard is the same as for a repair: what would not be read as the same conversation is not done.
    """
    payload, done = applied_together(conversation, fixes)
    return kept(conversation, payload, done, target) or conversation


def applied_together(conversation: Conversation, fixes: list[Fix]) -> tuple[Json, list[Fix]]:
    """The document after as many of the fixes as touch different values, and those."""
    claims = Claims()
    done = [fix for fix in fixes if claims.take(conversation.payload, fix.patch)]
    return apply_together(conversation.payload, [fix.patch for fix in done]), done


def kept(before: Conversation, payload: object, done: list[Fix], target: str | None) -> Conversation | None:
    """The conversation after these fixes; None if it would be read as something else, or safe ones lost words."""
    all_safe = all(fix.safe for fix in done)
    after = reloaded(before, payload, target, any_format=not all_safe)
    return None if after is None or (all_safe and lost_since(before, after)) else after


@dataclass(frozen=True)
class _Run:
    """What one repair is for."""

    given: Conversation
    """As it was before the first step: what each step keeps, several may lose."""
    target: str | None
    unsafe: bool
    select: frozenset[str]

    def check(self, conversation: Conversation) -> Report:
        return check(conversation, self.target, with_information=bool(self.select))

    def better(self, report: Report) -> tuple[Report, list[Fix]] | None:
        """A state in which less is wrong, and the fixes that lead to it; None if there is none to be found."""
        wrong = self._wrong(report) if _is_as_given(report) else self._quickly_wrong(report.conversation)
        for chosen, most_rounds in _choices(self._steps(report)):
            if (found := self._explored(report, wrong, chosen, most_rounds)) is not None:
                return found
        return None

    def _steps(self, report: Report) -> list[Step]:
        steps = steps_for(report, that_count(report, self.select))
        return [step for step in steps if step.fix.safe or self.unsafe]

    def _explored(
        self, report: Report, wrong: tuple[int, int], steps: list[Step], most_rounds: int
    ) -> tuple[Report, list[Fix]] | None:
        """Where these steps lead, if less is wrong there. Places are worked out only where they are needed."""
        applied: list[Fix] = []
        now = report
        seen = {compact(report.conversation.payload)}
        for round_number in range(1, most_rounds + 1):
            moved = self._next(now, steps)
            if moved is None:
                return None
            after, done = moved
            applied += done
            quick = self._quickly(after)
            promising = self._wrong(quick) < wrong
            text = compact(after.payload)
            if not promising and (round_number == most_rounds or text in seen):
                return None
            now = quick if _is_as_given(quick) else self.check(after)
            if promising and self._is_better(now, report):
                return now, applied
            seen.add(text)
            steps = self._steps(now)
        return None

    def _next(self, report: Report, steps: list[Step]) -> tuple[Conversation, list[Fix]] | None:
        """The conversation after the first round that changes something and keeps what must be kept."""
        before = report.conversation
        for group in rounds(report, steps, with_home=not self.select):
            payload, done = applied_together(before, [step.fix for step in group])
            after = kept(before, payload, done, self.target) if done else None
            if after is not None:
                return after, done
        return None

    def _is_better(self, now: Report, before: Report) -> bool:
        """Whether less is wrong, every promise is kept, and nothing is lost since the first step either."""
        if self._wrong(now) >= self._wrong(before) or any(broken_promises(before, now, self.unsafe)):
            return False
        if not self.unsafe and lost_since(self.given, now.conversation):
            return False
        return self._is_no_worse_when_opened(now, before)

    def _is_no_worse_when_opened(self, now: Report, before: Report) -> bool:
        """Whether the file is no worse for the target, if it is read in another format now and was not before."""
        opened = as_another(now.conversation)
        if opened is None or as_another(before.conversation) is not None:
            return True
        if self._quickly_wrong(opened) > self._wrong(now):
            return False
        return not self._steps(self.check(opened))  # else repairing the file again would change it again

    def _quickly_wrong(self, conversation: Conversation) -> tuple[int, int]:
        return self._wrong(self._quickly(conversation))

    def _quickly(self, conversation: Conversation) -> Report:
        """The same, without the places of what is wrong, which take much longer to find."""
        return check(conversation, self.target, with_information=bool(self.select), exact=False)

    def _wrong(self, report: Report) -> tuple[int, int]:
        """How much is wrong: errors, then everything else that counts."""
        counting = that_count(report, self.select)
        return len(report.errors), sum(finding.severity != ERROR for finding in counting)


def _is_as_given(report: Report) -> bool:
    """Whether the target takes the file as it is: then every place is exact without being looked for."""
    return report.journey.judged_column == 0


def _choices(steps: list[Step]) -> Iterator[tuple[list[Step], int]]:
    """All steps; those of each rule; parts of these, so that a few that lead nowhere hold up few others; and single
    ones against errors.

    Each with the rounds it is given to lead to something better.
    """
    yield steps, _PATIENCE
    by_rule: dict[str, list[Step]] = {}
    for step in steps:
        by_rule.setdefault(step.finding.rule, []).append(step)
    if len(by_rule) > 1:
        yield from ((several, 2) for several in by_rule.values())
    for several in by_rule.values():
        yield from ((part, 1) for part in _parts(several))
    for several in by_rule.values():
        alone = several[:_MOST_ALONE] if len(several) > 1 else []
        yield from (([step], 1) for step in alone if step.finding.severity == ERROR)


def _parts(steps: list[Step]) -> Iterator[list[Step]]:
    """Halves, quarters and eighths of many."""
    for parts in (2, 4, 8):
        size = -(-len(steps) // parts)
        if size > 1:
            yield from (steps[start : start + size] for start in range(0, len(steps), size))


def _harmed(before: Conversation, after: Conversation) -> tuple[str, ...]:
    fine = [verdict.target for verdict in verdicts(before) if verdict.outcome is Outcome.ACCEPTED]
    return tuple(verdict.target for verdict in verdicts(after, fine) if verdict.refused)
