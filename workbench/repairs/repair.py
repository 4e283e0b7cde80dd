"""Repair: apply the safe fixes and check again, until nothing improves.

All faults of a class are repaired in one round. The result of a round is only accepted if fewer faults remain; a fix
may uncover hidden faults, so a few rounds are allowed for that. If fixes together separate a call from its result, they
are tried without those that touch that pair. If all fixes together do not help, those of each rule are tried alone. The
number of faults only decreases, so a repair ends; and it only depends on the document, so repairing a repaired
conversation changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from workbench.checks.check import check
from workbench.checks.every_target import accepting, refusing
from workbench.checks.findings import Finding, Fix
from workbench.checks.report import Report
from workbench.conversation import Conversation
from workbench.json.patch_set import Claims, apply_together
from workbench.json.text import Json, compact
from workbench.repairs.guard import broken_promises, lost_since, separated_pairs
from workbench.repairs.plan import Step, relevant_findings, rounds, steps_away_from, steps_for
from workbench.repairs.reloading import in_detected_format, reloaded
from workbench.targets import ERROR

_PATIENCE = 4
"""How many rounds may uncover hidden faults before fewer faults must remain."""
_MAX_ALONE = 16
"""How many fixes of a rule are tried one by one if all of them together do not help."""


@dataclass(frozen=True, slots=True)
class Repaired:
    conversation: Conversation
    applied: tuple[Fix, ...]
    remaining: tuple[Finding, ...]
    """Errors that remain, because no safe fix repairs them."""
    proposed: tuple[Fix, ...]
    """Unsafe fixes, which were not applied."""
    report: Report
    """The report on the repaired conversation."""
    harmed: tuple[str, ...] = ()
    """Targets that accepted the original conversation and would refuse the repaired one."""


def repair(
    conversation: Conversation,
    target: str | None = None,
    unsafe: bool = False,
    select: frozenset[str] = frozenset(),
    mind_others: bool = True,
    known: Report | None = None,
) -> Repaired:
    """Repair everything that can be repaired for a target. Repairing the result again changes nothing.

    `mind_others` also checks which other targets the repair would harm. `known` is the report of an earlier check for
    the same target without information. It is used unless a selected rule may only give information.
    """
    if known is not None and not select <= {finding.rule for finding in known.findings}:
        known = None
    run = _Run(conversation, target, unsafe, select, with_information=bool(select) and known is None)
    report = known if known is not None else run.check(conversation)
    progress = [_State(report)]
    while conversation.detection.recognised and (better := run.better(report)) is not None:
        report, done = better
        progress.append(_State(report, (*progress[-1].applied, *done)))
    report, applied = run.last_stable(progress)
    after = report.conversation
    proposed = tuple(step.fix for step in steps_for(report, relevant_findings(report, select)) if not step.fix.safe)
    harmed = tuple(refusing(after, accepting(conversation))) if mind_others and applied else ()
    return Repaired(after, applied, tuple(report.errors), proposed, report, harmed)


def apply_fixes(conversation: Conversation, fixes: list[Fix], target: str | None = None) -> Conversation:
    """Return the conversation after these fixes of one plan, without those that conflict with earlier ones.

    The guard is the same as for a repair: fixes whose result would not be read as the same conversation are not
    applied.
    """
    payload, done = apply_compatible(conversation, fixes)
    return conversation_after(conversation, payload, done, target) or conversation


def apply_compatible(conversation: Conversation, fixes: list[Fix]) -> tuple[Json, list[Fix]]:
    """Apply as many of the fixes as change different values, and return the document and the applied fixes."""
    claims = Claims()
    done = [fix for fix in fixes if claims.take(conversation.payload, fix.patch)]
    return apply_together(conversation.payload, [fix.patch for fix in done]), done


def conversation_after(
    before: Conversation, payload: object, done: list[Fix], target: str | None
) -> Conversation | None:
    """Return the conversation after these fixes; None if it is read as another one, or if safe fixes lost words."""
    all_safe = all(fix.safe for fix in done)
    after = reloaded(before, payload, target, any_format=not all_safe)
    return None if after is None or (all_safe and lost_since(before, after)) else after


class _State(NamedTuple):
    """A conversation on the way to its repair, and the fixes that led to it."""

    report: Report
    applied: tuple[Fix, ...] = ()


@dataclass(frozen=True)
class _Run:
    """One repair: the conversation, the target and the options."""

    original: Conversation
    """The conversation before the first step: several steps together may lose what each step alone preserves."""
    target: str | None
    unsafe: bool
    select: frozenset[str]
    with_information: bool
    """Whether a selected rule may only give information."""
    refused_for_original: list[Conversation] = field(default_factory=list)
    """What the last search for something better refused only because the original conversation has more words."""
    separated: set[str] = field(default_factory=set)
    """The ids whose calls and results the last attempt separated, for which it was refused."""
    spared: set[str] = field(default_factory=set)
    """The ids that any attempt separated: the next search starts without the steps that touch them."""

    def check(self, conversation: Conversation) -> Report:
        return check(conversation, self.target, with_information=self.with_information)

    def better(self, report: Report) -> tuple[Report, list[Fix]] | None:
        """Return a report with fewer faults and the fixes that lead to it; None if no fixes help."""
        self.refused_for_original.clear()
        faults = self._faults(report) if _is_unconverted(report) else self._quick_faults(report.conversation)
        steps = self._steps(report)
        if self.spared and (improved := self._explore(report, faults, steps, _PATIENCE, self.spared)) is not None:
            return improved
        for chosen, max_rounds in _choices(steps):
            if (improved := self._explore(report, faults, chosen, max_rounds)) is not None:
                return improved
            if len(chosen) > 1 and (separated := frozenset(self.separated)):
                self.spared.update(separated)
                if (improved := self._explore(report, faults, chosen, max_rounds, separated)) is not None:
                    return improved
        return None

    def last_stable(self, progress: list[_State]) -> _State:
        """Return the last state that a repair of its own would not change; the first one if there is none.

        A fix that is refused because it loses what only the original conversation had may be allowed in a file that
        never had it. If none was, the search that ended the repair has already shown that the last state is stable.
        """
        if not self.refused_for_original:
            return progress[-1]
        for state in reversed(progress[1:]):
            anew = replace(
                self, original=state.report.conversation, refused_for_original=[], separated=set(), spared=set()
            )
            if anew.better(state.report) is None:
                return state
        return progress[0]

    def _steps(self, report: Report) -> list[Step]:
        steps = steps_for(report, relevant_findings(report, self.select))
        return [step for step in steps if step.fix.safe or self.unsafe]

    def _explore(
        self,
        report: Report,
        faults: tuple[int, int],
        steps: list[Step],
        max_rounds: int,
        spared: Set[str] = frozenset(),
    ) -> tuple[Report, list[Fix]] | None:
        """Return the result of these steps if fewer faults remain. Exact places are only computed if needed.

        Steps that touch a message with a spared id are left out, in later rounds too.
        """
        self.separated.clear()
        steps = steps_away_from(spared, report, steps)
        applied: list[Fix] = []
        now = report
        seen = {compact(report.conversation.payload)}
        for round_number in range(1, max_rounds + 1):
            result = self._next(now, steps)
            if result is None:
                return None
            after, done = result
            applied += done
            quick = self._quick_check(after)
            is_promising = self._faults(quick) < faults
            text = compact(after.payload)
            if not is_promising and (round_number == max_rounds or text in seen):
                return None
            now = quick if _is_unconverted(quick) else self.check(after)
            if is_promising and self._is_better(now, report):
                return now, applied
            seen.add(text)
            steps = steps_away_from(spared, now, self._steps(now))
        return None

    def _next(self, report: Report, steps: list[Step]) -> tuple[Conversation, list[Fix]] | None:
        """Return the conversation after the first round that changes something and passes the guard."""
        before = report.conversation
        for group in rounds(report, steps, with_own_provider=not self.select):
            payload, done = apply_compatible(before, [step.fix for step in group])
            after = conversation_after(before, payload, done, self.target) if done else None
            if after is not None:
                return after, done
        return None

    def _is_better(self, now: Report, before: Report) -> bool:
        """Whether fewer faults remain, no promise is broken, and nothing was lost since the first step."""
        if self._faults(now) >= self._faults(before):
            return False
        if any(broken_promises(before, now, self.unsafe)):
            self.separated.update(separated_pairs(before.journey.internal, now.journey.internal))
            return False
        is_first = before.conversation is self.original  # then the promises of this step cover all steps
        if not self.unsafe and not is_first and lost_since(self.original, now.conversation):
            self.refused_for_original.append(now.conversation)
            return False
        return self._is_no_worse_when_opened(now, before)

    def _is_no_worse_when_opened(self, now: Report, before: Report) -> bool:
        """Whether the file has no more faults for the target, if it is now read in another format than before."""
        for target in dict.fromkeys((None, self.target)):
            opened = in_detected_format(now.conversation, target)
            if opened is None or in_detected_format(before.conversation, target) is not None:
                continue
            if self._quick_faults(opened) > self._faults(now):
                return False
            if self._steps(self.check(opened)):  # then repairing the file again would change it again
                return False
        return True

    def _quick_faults(self, conversation: Conversation) -> tuple[int, int]:
        return self._faults(self._quick_check(conversation))

    def _quick_check(self, conversation: Conversation) -> Report:
        """Check a conversation without the exact places of its faults, which take much longer to find."""
        return check(conversation, self.target, with_information=self.with_information, exact=False)

    def _faults(self, report: Report) -> tuple[int, int]:
        """Return the number of errors, and of all other relevant findings."""
        relevant = relevant_findings(report, self.select)
        return len(report.errors), sum(finding.severity != ERROR for finding in relevant)


def _is_unconverted(report: Report) -> bool:
    """Whether the target accepts the file's format directly: then every place is exact without tracing."""
    return report.journey.judged_column == 0


def _choices(steps: list[Step]) -> Iterator[tuple[list[Step], int]]:
    """Yield groups of steps to try, each with its maximum number of rounds.

    The groups are all steps, the steps of each rule, parts of these (so useless steps block few others), and single
    steps against errors.
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
        alone = several[:_MAX_ALONE] if len(several) > 1 else []
        yield from (([step], 1) for step in alone if step.finding.severity == ERROR)


def _parts(steps: list[Step]) -> Iterator[list[Step]]:
    """Yield the halves, quarters and eighths of a list of steps."""
    for parts in (2, 4, 8):
        size = -(-len(steps) // parts)
        if size > 1:
            yield from (steps[start : start + size] for start in range(0, len(steps), size))
