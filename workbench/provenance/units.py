"""Split a large context into units: the items of its long lists and wide objects, and the rest of each message.

The conversion of one block does not depend on the hundredth block after it. So a large context is probed unit by unit,
each together with its neighbours and the units that share a tool id (`ReducedContext`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from workbench.converters.tool_ids import strip_prefixes
from workbench.formats import FORMATS
from workbench.json.pointer import Path, containers, follow, leaves, replaced
from workbench.json.text import Json
from workbench.provenance.values import DISCRIMINATORS

_LONG_LIST = 6
_WIDE_OBJECT = 40
"""An object with fewer keys, or with a discriminator, is a block and is not split."""
_MAX_PARTNERS = 4


class Unit(NamedTuple):
    member: int
    container: Path | None = None
    """The split container that the unit is one item of. None for the rest of the message, outside such containers."""
    step: str | int = 0


def is_larger(values: Iterable[Json], limit: int) -> bool:
    """Whether the values have more leaves than `limit`. Stops counting there."""
    return next(islice((1 for value in values for _ in leaves(value)), limit, None), None) is not None


class Units:
    """The units of one context, and which of them belong together."""

    def __init__(self, members: Sequence[Json], format_name: str) -> None:
        self.members = members
        self._split_containers = [_find_split_containers(member) for member in members]
        self._lengths = [_lengths(split) for split in self._split_containers]
        self.all: list[Unit] = []
        self._of_member: list[range] = []
        for member, split in enumerate(self._split_containers):
            start = len(self.all)
            self.all.append(Unit(member))
            self.all.extend(Unit(member, container, step) for container, steps in split.items() for step in steps)
            self._of_member.append(range(start, len(self.all)))
        self._numbers = {unit: number for number, unit in enumerate(self.all)}
        self._by_id: dict[str, list[int]] = {}
        self._ids: dict[int, list[str]] = {}
        self._read_ids(format_name)

    def of_member(self, member: int) -> range:
        """Return the numbers of a member's units. The first one is what is outside the member's split containers."""
        return self._of_member[member]

    def unit_at(self, member: int, path: Path) -> int:
        """Return the number of the unit that contains a value of a member."""
        length = _length_of_container(path, self._split_containers[member], self._lengths[member])
        if length is None:
            return self._of_member[member].start
        return self._numbers.get(Unit(member, path[:length], path[length]), self._of_member[member].start)

    def around(self, number: int) -> set[int]:
        """Return the unit itself, its neighbours, and the nearest units with the same tool id."""
        unit, own = self.all[number], self._of_member[self.all[number].member]
        near = {at for at in (number - 1, number, number + 1) if at in own}
        if unit.container is None:
            near |= {
                self._of_member[member].start
                for member in (unit.member - 1, unit.member + 1)
                if 0 <= member < len(self.members)
            }
        for tool_id in self._ids.get(number, ()):
            near.update(_nearest(self._by_id[tool_id], number))
        return near

    def with_ids(self, ids: Iterable[str]) -> set[int]:
        """Return the units with one of these tool ids (without prefixes). Of many units, the first and last suffice."""
        numbers: set[int] = set()
        for tool_id in ids:
            units = self._by_id.get(tool_id, ())
            numbers.update(units[: _MAX_PARTNERS // 2], units[-(_MAX_PARTNERS // 2) :])
        return numbers

    def leaves_of(self, number: int) -> Iterator[Path]:
        """Yield the paths of a unit's leaves within its member."""
        unit = self.all[number]
        member = self.members[unit.member]
        if unit.container is not None:
            place = (*unit.container, unit.step)
            yield from (path for path, _ in leaves(follow(member, place), place))
            return
        split = self._split_containers[unit.member]
        emptied = _without_items(member, {container: [] for container in split}) if split else member
        yield from (path for path, _ in leaves(emptied) if path not in split)

    def reduced(self, wanted: set[int]) -> ReducedContext:
        """Return the context with these units only. Everything outside the split containers of a member stays."""
        remaining_by_member: dict[int, dict[Path, list[str | int]]] = {}
        for number in sorted(wanted):
            unit = self.all[number]
            if unit.member not in remaining_by_member:
                remaining_by_member[unit.member] = {container: [] for container in self._split_containers[unit.member]}
            if unit.container is not None:
                remaining_by_member[unit.member][unit.container].append(unit.step)
        numbers, remaining = list(remaining_by_member), list(remaining_by_member.values())
        members = [_without_items(self.members[member], own) for member, own in zip(numbers, remaining, strict=True)]
        return ReducedContext(members, numbers, remaining, list(map(_lengths, remaining)))

    def _read_ids(self, format_name: str) -> None:
        read = FORMATS[format_name].read if format_name in FORMATS else None
        for member, message in enumerate(self.members) if read else ():
            for event in read(message, member) if read else ():
                if event.kind in ("call", "result") and isinstance(event.id, str):
                    number = self.unit_at(member, event.at("id"))
                    self._by_id.setdefault(strip_prefixes(event.id), []).append(number)
                    self._ids.setdefault(number, []).append(strip_prefixes(event.id))


class ReducedContext(NamedTuple):
    """Some units of a context, as a context of its own."""

    members: list[Json]
    numbers: list[int]
    """Member of this context → member of the entire context."""
    remaining: list[dict[Path, list[str | int]]]
    """For each member: its split containers, and which of their items remain."""
    lengths: list[list[int]]
    """For each member: the lengths of the paths of its split containers."""

    def original(self, member: int, path: Path) -> tuple[int, Path]:
        """Return the member and path in the entire context of a location in this one."""
        length = _length_of_container(path, self.remaining[member], self.lengths[member])
        if length is None:
            return self.numbers[member], path
        steps, step = self.remaining[member][path[:length]], path[length]
        return self.numbers[member], (
            *path[:length],
            steps[step] if isinstance(step, int) else step,
            *path[length + 1 :],
        )


def _lengths(split: Mapping[Path, object]) -> list[int]:
    """Return the lengths that the paths of containers have: few, however deep a document is."""
    return sorted(set(map(len, split)))


def _length_of_container(path: Path, split: Mapping[Path, object], lengths: list[int]) -> int | None:
    """Return the length of the path of the split container that holds a place, or None if none does."""
    return next((length for length in lengths if length < len(path) and path[:length] in split), None)


def _nearest(ascending: list[int], number: int) -> list[int]:
    """Return the numbers closest to this one, at most `_MAX_PARTNERS`."""
    at = bisect_left(ascending, number)
    close = ascending[max(0, at - _MAX_PARTNERS) : at + _MAX_PARTNERS]
    return sorted(close, key=lambda other: abs(other - number))[:_MAX_PARTNERS]


def _find_split_containers(member: object) -> dict[Path, list[str | int]]:
    """Return the outermost containers that are split, each with the positions or keys of its items."""
    steps_by_path: dict[Path, list[str | int]] = {}
    last: Path | None = None
    for path, value in containers(member):
        if last is not None and path[: len(last)] == last:  # what is inside a container follows it
            continue
        if isinstance(value, list) and len(value) > _LONG_LIST:
            steps_by_path[path], last = list(range(len(value))), path
        elif path and isinstance(value, dict) and len(value) > _WIDE_OBJECT and not value.keys() & DISCRIMINATORS:
            steps_by_path[path], last = list(value), path
    return steps_by_path


def _without_items(member: object, remaining: dict[Path, list[str | int]]) -> Json:
    """Return a copy in which the split containers have only the remaining items."""
    for path, steps in remaining.items():
        value: Any = follow(member, path)
        items: list[Json] = [value[step] for step in steps]
        fewer = items if isinstance(value, list) else dict(zip(steps, items, strict=True))
        member = replaced(member, path, fewer)
    return member
