"""Shrink a conversation to what its finding needs: messages first, then members and blocks, then texts.

Every candidate is read and checked as the file would be, so the result is a conversation of the same format. Parts of
messages are left out only where that brings no other fault with it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from workbench.checks.findings import Finding
from workbench.checks.report import Report
from workbench.conversation import Conversation
from workbench.json.pointer import Path
from workbench.repairs.reloading import reloaded
from workbench.shrinking.cutting import long_texts, message_places, parts, shorter, with_texts, without
from workbench.shrinking.joined import joined_by_calls
from workbench.shrinking.minimise import minimised
from workbench.shrinking.sought import Sought

Progress = Callable[[int, int], None]
"""(messages left, conversations checked): called whenever the conversation got smaller."""

_MOST_CHECKS = 4_000
"""Of a conversation of which nearly everything is needed, the rest is not tried piece by piece."""


@dataclass(frozen=True, slots=True)
class Shrunk:
    conversation: Conversation
    report: Report
    finding: Finding
    """The sought finding, in the small conversation."""
    checks: int
    complete: bool
    """Whether everything was tried; if not, there may be more to leave out."""


def shrink(conversation: Conversation, sought: Sought, progress: Progress = lambda left, checks: None) -> Shrunk:
    """The smallest conversation that still shows the sought finding, as far as leaving out leads to it."""
    run = _Run(conversation, sought, progress)
    while run.leave_out_messages() | run.leave_out_parts() | run.cut_texts():
        pass  # without a part, or with a shorter text, another message may not be needed
    return run.result()


class _Run:
    """The smallest conversation so far, and what was spent on it."""

    def __init__(self, conversation: Conversation, sought: Sought, progress: Progress) -> None:
        self._whole, self._sought, self._progress = conversation, sought, progress
        self._numbers = list(range(len(conversation.messages)))
        self._checks = 0
        self._best = sought.check(conversation)

    def result(self) -> Shrunk:
        return Shrunk(self._best.conversation, self._best, self._found, self._checks, self._checks < _MOST_CHECKS)

    @property
    def _found(self) -> Finding:
        finding = self._sought.in_report(self._best, self._numbers)
        assert finding is not None, "every step keeps the finding"
        return finding

    def leave_out_messages(self) -> bool:
        before, numbers = self._best.conversation, self._numbers
        places = message_places(before)

        def holds(kept: list[int]) -> bool:
            staying = set(kept)
            gone = [place for index, place in enumerate(places) if index not in staying]
            left = [numbers[index] for index in kept]
            return bool(kept) and self._try(without(before.payload, gone), left, other_faults=True)

        near = self._near() if len(places) == len(self._whole.messages) else []
        start = near if holds(near) else list(range(len(places)))
        pairs = minimised(joined_by_calls(self._best, start), lambda groups: holds(_in_order(groups)))
        return len(minimised(_in_order(pairs), holds)) < len(places)

    def _near(self) -> list[int]:
        """The message of the finding with its partner: a first guess that is often right."""
        partner = self._whole.index_of(self._found.partner) if self._found.partner else None
        return sorted({number for number in (self._sought.message, partner) if number is not None and number >= 0})

    def leave_out_parts(self) -> bool:
        before = self._best.conversation
        places = parts(before, self._found.at)

        def holds(kept: list[Path]) -> bool:
            staying = set(kept)
            return self._try(without(before.payload, [place for place in places if place not in staying]))

        return len(minimised(places, holds)) < len(places)

    def cut_texts(self) -> bool:
        before = self._best.conversation
        texts = long_texts(before.payload)

        def holds(whole: list[tuple[Path, str]]) -> bool:
            cut = [(path, next(shorter(text))) for path, text in texts if (path, text) not in whole]
            return self._try(with_texts(before.payload, cut))

        for path, text in minimised(texts, holds):
            for cut in shorter(text):
                if self._try(with_texts(self._best.conversation.payload, [(path, cut)])):
                    break
        return self._best.conversation is not before

    def _try(self, payload: object, numbers: list[int] | None = None, other_faults: bool = False) -> bool:
        """Keep this document if it still shows the finding."""
        numbers = self._numbers if numbers is None else numbers
        if self._checks >= _MOST_CHECKS:
            return False
        after = reloaded(self._whole, payload, self._sought.target)
        if after is None or len(after.messages) != len(numbers):
            return False
        self._checks += 1
        report = self._sought.check(after)
        if self._sought.in_report(report, numbers) is None or not (other_faults or self._no_new_fault(report)):
            return False
        self._best, self._numbers = report, numbers
        self._progress(len(numbers), self._checks)
        return True

    def _no_new_fault(self, report: Report) -> bool:
        known = {finding.code for finding in self._best.findings}
        return all(finding.code in known for finding in report.findings)


def _in_order(groups: list[list[int]]) -> list[int]:
    return sorted(index for group in groups for index in group)
