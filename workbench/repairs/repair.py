"""Repair: apply the safe fixes and check again, until nothing improves.

All faults of a class are repaired in one round. The result of a round is only accepted if fewer faults remain; a fix
may uncover hidden faults, so a few rounds are allowed for that. If fixes together separate a call from its result, they
are tried without those that touch that pair. If all fixes together do not help, those of each rule are tried alone. The
number of faults only decreases, so a repair ends; and it only depends on the document, so repairing a repaired
conversation changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from workbench.checks.check import check
from workbench.checks.every_target import accepting, refusing
from workbench.checks.findings import Finding, Fix
from workbench.checks.report import Report
from workbench.conversation import Conversation
from workbench.json.patch_set import Claims, apply_together
from workbench.json.text import Json, compact
from workbench.repairs.choices import PATIENCE, Choice, choices
from workbench.repairs.guard import (
    broken_promises,
    for_own_provider,
    lost_since,
    separated_pairs,
    worsened_messages,
)
from workbench.repairs.plan import Step, relevant_findings, rounds, steps_away_from, steps_for
from workbench.repairs.reloading import in_detected_format, reloaded
from workbench.targets import ERROR


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


class _Spared(NamedTuple):
    """What the steps of an attempt must not be about."""

    ids: frozenset[str] = frozenset()
    """The ids of calls and results, in every round."""
    messages: frozenset[int] = frozenset()
    """The indexes of messages, in the first round."""


_NOTHING_SPARED = _Spared()


@dataclass
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
    worsened: set[int] = field(default_factory=set)
    """The messages in which the last attempt left more errors, for which it was refused."""
    spared: frozenset[str] = frozenset()
    """The ids without whose steps the last search succeeded: the next search starts without these steps too."""
    useless: set[str] = field(default_factory=set)
    """The rules whose fixes did not help in the last search: the next search starts without them."""
    quick_faults: dict[int, tuple[int, int]] = field(default_factory=dict)
    """By the identity of each accepted conversation: its faults, as the quick check counts them."""

    def check(self, conversation: Conversation) -> Report:
        return check(conversation, self.target, with_information=self.with_information)

    def better(self, report: Report) -> tuple[Report, list[Fix]] | None:
        """Return a report with fewer faults and the fixes that lead to it; None if no fixes help."""
        self.refused_for_original.clear()
        faults = self.quick_faults.get(id(report.conversation)) or self._comparable_faults(report)
        steps = self._steps(report)
        starts = [_Spared(self.spared), _NOTHING_SPARED] if self.spared else [_NOTHING_SPARED]
        useless: set[str] = set()
        for choice in choices(steps, self.useless):
            if (improved := self._without_harm(report, faults, choice, starts)) is not None:
                self.useless = self.useless if choice.is_rest else useless
                return improved
            starts = [_NOTHING_SPARED]
            if not (choice.is_whole or choice.is_rest):
                useless.add(choice.steps[0].finding.rule)
        return None

    def _without_harm(
        self, report: Report, faults: tuple[int, int], choice: Choice, starts: list[_Spared]
    ) -> tuple[Report, list[Fix]] | None:
        """Return the result of these steps, without more and more of those that separate pairs or add errors."""
        tried: set[_Spared] = set()
        has_separated = False
        for spared in starts:
            while spared not in tried and len(tried) <= PATIENCE:
                tried.add(spared)
                improved = self._explore(report, faults, choice, spared, ends_if_separated=True)
                if improved is not None:
                    self.spared = spared.ids
                    return improved
                has_separated = has_separated or bool(self.separated)
                if len(choice.steps) > 1:
                    spared = _Spared(spared.ids.union(self.separated), spared.messages.union(self.worsened))
        if choice.max_rounds == 1 or not has_separated:
            return None
        return self._explore(report, faults, choice)  # a later round may bring the pairs together again

    def last_stable(self, progress: list[_State]) -> _State:
        """Return the last state that a repair of its own would not change; the first one if there is none.

        A fix that is refused because it loses what only the original conversation had may be allowed in a file that
        never had it. If none was, the search that ended the repair has already shown that the last state is stable.
        """
        if not self.refused_for_original:
            return progress[-1]
        for state in reversed(progress[1:]):
            anew = replace(
                self, original=state.report.conversation, refused_for_original=[], separated=set(), spared=frozenset()
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
        choice: Choice,
        spared: _Spared = _NOTHING_SPARED,
        ends_if_separated: bool = False,
    ) -> tuple[Report, list[Fix]] | None:
        """Return the result of these steps if fewer faults remain. Exact places are only computed if needed.

        Steps that touch a message with a spared id are left out, in later rounds too. With `ends_if_separated`, no
        further round is tried after one that separates calls from their results.
        """
        self.separated.clear()
        self.worsened.clear()
        steps, max_rounds = steps_away_from(spared.ids, report, choice.steps), choice.max_rounds
        steps = [step for step in steps if step.finding.message_index not in spared.messages]
        applied: list[Fix] = []
        now = report
        seen = {compact(report.conversation.payload)}
        for round_number in range(1, max_rounds + 1):
            result = self._next(now, steps, choice.is_whole)
            if result is None:
                return None
            after, done = result
            applied += done
            quick = self._quick_check(after)
            quick_faults = self._faults(quick)
            is_promising = quick_faults < faults
            text = compact(after.payload)
            if not is_promising and round_number == 1:
                self.worsened.update(worsened_messages([(report, quick)]))
            if not is_promising and (round_number == max_rounds or text in seen):
                return None
            now = quick if _is_unconverted(quick) else self.check(after)
            if is_promising and self._is_better(now, report):
                self.quick_faults[id(now.conversation)] = quick_faults
                return now, applied
            if ends_if_separated and self.separated:
                return None
            seen.add(text)
            steps = steps_away_from(spared.ids, now, self._steps(now))
        return None

    def _next(self, report: Report, steps: list[Step], is_whole: bool) -> tuple[Conversation, list[Fix]] | None:
        """Return the conversation after the first round that changes something and passes the guard."""
        before = report.conversation
        for group in rounds(report, steps, with_own_provider=is_whole and not self.select):
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
            self.worsened.update(worsened_messages([(before, now), for_own_provider(before, now)]))
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

    def _comparable_faults(self, report: Report) -> tuple[int, int]:
        """Return the faults as those of a quick check, with which they are compared."""
        return self._faults(report) if _is_unconverted(report) else self._quick_faults(report.conversation)

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
