"""The difference of two sequences in linear time, however often their items are repeated.

`difflib` compares every pair of equal items again and again: a history of a few thousand equal lines takes minutes.
Here only short stretches are compared with it. Between them, the next place where both sequences agree is searched for
nearby, and then at the next item that each sequence has exactly once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import Literal, TypeAlias

Opcode: TypeAlias = tuple[Literal["equal", "replace", "delete", "insert"], int, int, int, int]
"""What to do; start and end in the old sequence; start and end in the new one."""
_MAX_PAIRS = 10_000
"""Pairs of items up to which `difflib` compares two stretches."""
_NEARBY = 300
"""How many items of both sequences together are left out in the search for the next place where they agree."""
_RUN = 3
"""How many equal items in a row are such a place: a bracket alone is equal to many others."""


def opcodes(old: Sequence[Hashable], new: Sequence[Hashable]) -> list[Opcode]:
    """Return the steps from one sequence to the other, like `SequenceMatcher.get_opcodes`."""
    if len(old) * len(new) <= _MAX_PAIRS:
        return SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    steps: list[Opcode] = []
    for is_equal, i, end_i, j, end_j in _stretches(old, new):
        if is_equal:
            steps.append(("equal", i, end_i, j, end_j))
        elif (end_i - i) * (end_j - j) <= _MAX_PAIRS:
            inner = SequenceMatcher(None, old[i:end_i], new[j:end_j], autojunk=False).get_opcodes()
            steps += [(kind, i + a, i + b, j + c, j + d) for kind, a, b, c, d in inner]
        else:
            steps.append(("replace", i, end_i, j, end_j))
    return steps


def unified_diff(
    old: Sequence[str], new: Sequence[str], old_name: str = "", new_name: str = "", context: int = 3
) -> Iterator[str]:
    """Yield the lines of a unified diff, without line ends, like `difflib.unified_diff`."""
    for number, group in enumerate(_Steps(opcodes(old, new)).get_grouped_opcodes(context)):
        if number == 0:
            yield f"--- {old_name}"
            yield f"+++ {new_name}"
        yield f"@@ -{_range(group[0][1], group[-1][2])} +{_range(group[0][3], group[-1][4])} @@"
        for kind, i, end_i, j, end_j in group:
            if kind == "equal":
                yield from (f" {line}" for line in old[i:end_i])
                continue
            yield from (f"-{line}" for line in old[i:end_i])
            yield from (f"+{line}" for line in new[j:end_j])


class _Steps(SequenceMatcher[str]):
    """Steps that are known, for their groups with lines of context."""

    def __init__(self, steps: list[Opcode]) -> None:
        super().__init__(None, "", "")
        self._steps = steps

    def get_opcodes(self) -> list[Opcode]:
        return self._steps


def _range(start: int, end: int) -> str:
    """Return a range of lines as a unified diff writes it: counted from 1, and an empty one by the line before it."""
    length = end - start
    return f"{start + 1}" if length == 1 else f"{start + 1 if length else start},{length}"


def _stretches(old: Sequence[Hashable], new: Sequence[Hashable]) -> Iterator[tuple[bool, int, int, int, int]]:
    """Yield stretches of both sequences by turns: an equal one, and one that differs."""
    anchors = _unique_in_both(old, new)
    i = j = 0
    while i < len(old) or j < len(new):
        end = i
        while end < len(old) and end - i + j < len(new) and old[end] == new[end - i + j]:
            end += 1
        if end > i:
            yield True, i, end, j, j + end - i
        i, j = end, j + end - i
        if i == len(old) and j == len(new):
            return
        next_i, next_j = _nearest_agreement(old, new, i, j) or _next_anchor(anchors, i, j) or (len(old), len(new))
        yield False, i, next_i, j, next_j
        i, j = next_i, next_j


def _nearest_agreement(old: Sequence[Hashable], new: Sequence[Hashable], i: int, j: int) -> tuple[int, int] | None:
    """Return the nearest places from which several items in a row are equal."""
    for distance in range(1, _NEARBY + 1):
        for in_old in range(max(0, distance - (len(new) - j)), min(distance, len(old) - i) + 1):
            at_old, at_new = i + in_old, j + distance - in_old
            if at_old < len(old) and at_new < len(new) and old[at_old] == new[at_new]:
                run = min(_RUN, len(old) - at_old, len(new) - at_new)
                if all(old[at_old + step] == new[at_new + step] for step in range(1, run)):
                    return at_old, at_new
    return None


def _unique_in_both(old: Sequence[Hashable], new: Sequence[Hashable]) -> list[tuple[int, int]]:
    """Return the places of the items that each sequence has exactly once, in the order of the old sequence, and last
    first, so that those that were passed can be taken from the end."""
    count_old, count_new = Counter(old), Counter(new)
    place = {item: number for number, item in enumerate(new) if count_new[item] == 1}
    found = [(number, place[item]) for number, item in enumerate(old) if count_old[item] == 1 and item in place]
    return found[::-1]


def _next_anchor(anchors: list[tuple[int, int]], i: int, j: int) -> tuple[int, int] | None:
    while anchors and (anchors[-1][0] < i or anchors[-1][1] < j):
        anchors.pop()
    return anchors[-1] if anchors else None
