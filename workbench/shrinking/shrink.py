"""Shrink a conversation to what its finding needs: remove messages, then keys and blocks, and truncate texts.

Every candidate is loaded and checked like a file, so the result is a conversation of the same format. Parts of messages
are removed only if that causes no other fault.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from workbench.checks.findings import Finding
from workbench.checks.report import Report
from workbench.conversation import Conversation
from workbench.json.pointer import Path
from workbench.repairs.reloading import reloaded
from workbench.shrinking.call_groups import grouped_by_calls
from workbench.shrinking.minimise import minimised
from workbench.shrinking.reductions import (
    long_texts,
    message_places,
    removable_parts,
    truncations,
    with_texts,
    without,
)
from workbench.shrinking.wanted_finding import WantedFinding

Progress = Callable[[int, int], None]
"""(remaining messages, conversations checked): called whenever the conversation has become smaller."""

_MAX_CHECKS = 4_000
"""A conversation in which nearly everything is needed is not tried to the end."""


@dataclass(frozen=True, slots=True)
class Shrunk:
    conversation: Conversation
    report: Report
    finding: Finding
    """The wanted finding in the small conversation."""
    checks: int
    complete: bool
    """Whether everything was tried. If not, more could perhaps be removed."""


def shrink(conversation: Conversation, wanted: WantedFinding, progress: Progress = lambda left, checks: None) -> Shrunk:
    """Return the smallest conversation that removing parts leads to and that still has the wanted finding."""
    run = _Run(conversation, wanted, progress)
    while run.remove_messages() | run.remove_parts() | run.truncate_texts():
        pass  # after a part is removed or a text is truncated, another message may no longer be needed
    return run.result()


class _Run:
    """The smallest conversation so far, and the number of checks used."""

    def __init__(self, conversation: Conversation, wanted: WantedFinding, progress: Progress) -> None:
        self._original, self._wanted, self._progress = conversation, wanted, progress
        self._numbers = list(range(len(conversation.messages)))
        """For each remaining message, its number in the original conversation."""
        self._checks = 0
        self._best = wanted.check(conversation)

    def result(self) -> Shrunk:
        return Shrunk(self._best.conversation, self._best, self._finding, self._checks, self._checks < _MAX_CHECKS)

    @property
    def _finding(self) -> Finding:
        finding = self._wanted.in_report(self._best, self._numbers)
        assert finding is not None, "every step keeps the finding"
        return finding

    def remove_messages(self) -> bool:
        before, numbers = self._best.conversation, self._numbers
        paths = message_places(before)

        def holds(remaining: list[int]) -> bool:
            indexes = set(remaining)
            removed = [path for index, path in enumerate(paths) if index not in indexes]
            remaining_numbers = [numbers[index] for index in remaining]
            return bool(remaining) and self._try(without(before.payload, removed), remaining_numbers, other_faults=True)

        guess = self._first_guess() if len(paths) == len(self._original.messages) else []
        start = guess if holds(guess) else list(range(len(paths)))
        pairs = minimised(grouped_by_calls(self._best, start), lambda groups: holds(_in_order(groups)))
        return len(minimised(_in_order(pairs), holds)) < len(paths)

    def _first_guess(self) -> list[int]:
        """Return the message of the finding and its partner, which are often enough."""
        partner = self._original.index_of(self._finding.partner) if self._finding.partner else None
        return sorted({number for number in (self._wanted.message, partner) if number is not None and number >= 0})

    def remove_parts(self) -> bool:
        before = self._best.conversation
        paths = removable_parts(before, self._finding.at)

        def holds(remaining: list[Path]) -> bool:
            needed = set(remaining)
            return self._try(without(before.payload, [path for path in paths if path not in needed]))

        return len(minimised(paths, holds)) < len(paths)

    def truncate_texts(self) -> bool:
        before = self._best.conversation
        texts = long_texts(before.payload)

        def holds(unchanged: list[tuple[Path, str]]) -> bool:
            truncated = [(path, next(truncations(text))) for path, text in texts if (path, text) not in unchanged]
            return self._try(with_texts(before.payload, truncated))

        for path, text in minimised(texts, holds):
            for truncated in truncations(text):
                if self._try(with_texts(self._best.conversation.payload, [(path, truncated)])):
                    break
        return self._best.conversation is not before

    def _try(self, payload: object, numbers: list[int] | None = None, other_faults: bool = False) -> bool:
        """Accept this document as the best one if it still has the wanted finding."""
        numbers = self._numbers if numbers is None else numbers
        if self._checks >= _MAX_CHECKS:
            return False
        after = reloaded(self._original, payload, self._wanted.target)
        if after is None or len(after.messages) != len(numbers):
            return False
        self._checks += 1
        report = self._wanted.check(after)
        if self._wanted.in_report(report, numbers) is None or not (other_faults or self._has_no_new_fault(report)):
            return False
        self._best, self._numbers = report, numbers
        self._progress(len(numbers), self._checks)
        return True

    def _has_no_new_fault(self, report: Report) -> bool:
        codes = {finding.code for finding in self._best.findings}
        return all(finding.code in codes for finding in report.findings)


def _in_order(groups: list[list[int]]) -> list[int]:
    return sorted(index for group in groups for index in group)
