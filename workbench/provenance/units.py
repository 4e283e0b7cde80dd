"""A large context in units: the items of its long lists and wide objects, and the rest of each message.

What a converter makes of one block does not depend on the hundredth block after it. So a large context is probed unit
by unit, each among its neighbours and partners only (`Reduced`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from workbench.converters.tool_ids import bare
from workbench.formats import FORMATS
from workbench.json.pointer import Path, containers, follow, leaves, replaced
from workbench.json.text import Json
from workbench.provenance.values import DISCRIMINATORS

_LONG_LIST = 6
_WIDE_OBJECT = 40
"""An object with fewer members, or with a discriminator, is a block, and stays whole."""
_MOST_PARTNERS = 4


class Unit(NamedTuple):
    member: int
    holder: Path | None = None
    """The container that this is one item of. None: all of the message that is in no such container."""
    step: str | int = 0


def is_larger(values: Iterable[Json], limit: int) -> bool:
    """Whether the values have more leaves than this; counts no further."""
    return next(islice((1 for value in values for _ in leaves(value)), limit, None), None) is not None


class Units:
    """The units of one context, and which belong together."""

    def __init__(self, members: Sequence[Json], format_name: str) -> None:
        self.members = members
        self._holders = [_split_holders(member) for member in members]
        self.all: list[Unit] = []
        self._of_member: list[range] = []
        for member, holders in enumerate(self._holders):
            start = len(self.all)
            self.all.append(Unit(member))
            self.all.extend(Unit(member, holder, step) for holder, steps in holders.items() for step in steps)
            self._of_member.append(range(start, len(self.all)))
        self._numbers = {unit: number for number, unit in enumerate(self.all)}
        self._by_id: dict[str, list[int]] = {}
        self._ids: dict[int, list[str]] = {}
        self._read_ids(format_name)

    def of_member(self, member: int) -> range:
        """The numbers of a member's units; the first is the rest of it."""
        return self._of_member[member]

    def unit_at(self, member: int, path: Path) -> int:
        """The number of the unit that a value of a member is in."""
        for length in range(len(path)):
            if path[:length] in self._holders[member]:
                break
        else:
            return self._of_member[member].start
        return self._numbers.get(Unit(member, path[:length], path[length]), self._of_member[member].start)

    def around(self, number: int) -> set[int]:
        """The unit itself, its neighbours, and those with the same tool id."""
        unit, own = self.all[number], self._of_member[self.all[number].member]
        near = {at for at in (number - 1, number, number + 1) if at in own}
        if unit.holder is None:
            near |= {
                self._of_member[member].start
                for member in (unit.member - 1, unit.member + 1)
                if 0 <= member < len(self.members)
            }
        for one in self._ids.get(number, ()):
            near.update(_nearest(self._by_id[one], number))
        return near

    def with_ids(self, ids: Iterable[str]) -> set[int]:
        """The units with one of these tool ids, written without prefixes; of an id that many have, the outermost."""
        found: set[int] = set()
        for one in ids:
            units = self._by_id.get(one, ())
            found.update(units[: _MOST_PARTNERS // 2], units[-(_MOST_PARTNERS // 2) :])
        return found

    def leaves_of(self, number: int) -> Iterator[Path]:
        """The paths, in its member, of the leaves of a unit."""
        unit = self.all[number]
        member = self.members[unit.member]
        if unit.holder is not None:
            item = follow(member, unit.holder)[unit.step]
            yield from (path for path, _ in leaves(item, (*unit.holder, unit.step)))
            return
        holders = self._holders[unit.member]
        hollow = _without_items(member, {holder: [] for holder in holders}) if holders else member
        yield from (path for path, _ in leaves(hollow) if path not in holders)

    def reduced(self, wanted: set[int]) -> Reduced:
        """The context with these units only. What a member has beside its long lists always stays."""
        of_member: dict[int, dict[Path, list[str | int]]] = {}
        for number in sorted(wanted):
            unit = self.all[number]
            if unit.member not in of_member:
                of_member[unit.member] = {holder: [] for holder in self._holders[unit.member]}
            if unit.holder is not None:
                of_member[unit.member][unit.holder].append(unit.step)
        numbers, kept = list(of_member), list(of_member.values())
        members = [_without_items(self.members[member], own) for member, own in zip(numbers, kept, strict=True)]
        return Reduced(members, numbers, kept)

    def _read_ids(self, format_name: str) -> None:
        read = FORMATS[format_name].read if format_name in FORMATS else None
        for member, message in enumerate(self.members) if read else ():
            for event in read(message, member) if read else ():
                if event.kind in ("call", "result") and isinstance(event.id, str):
                    number = self.unit_at(member, event.at("id"))
                    self._by_id.setdefault(bare(event.id), []).append(number)
                    self._ids.setdefault(number, []).append(bare(event.id))


class Reduced(NamedTuple):
    """Some units of a context as a context of its own."""

    members: list[Json]
    numbers: list[int]
    """Member here → member of the whole context."""
    kept: list[dict[Path, list[str | int]]]
    """Of each member: its split containers, and which of their items are here."""

    def whole(self, member: int, path: Path) -> tuple[int, Path]:
        """A place here → the place in the whole context."""
        for length in range(len(path)):
            if (steps := self.kept[member].get(path[:length])) is not None:
                step = path[length]
                return self.numbers[member], (
                    *path[:length],
                    steps[step] if isinstance(step, int) else step,
                    *path[length + 1 :],
                )
        return self.numbers[member], path


def _nearest(rising: list[int], number: int) -> list[int]:
    """Of an id that many units have, those that are not far."""
    at = bisect_left(rising, number)
    close = rising[max(0, at - _MOST_PARTNERS) : at + _MOST_PARTNERS]
    return sorted(close, key=lambda other: abs(other - number))[:_MOST_PARTNERS]


def _split_holders(member: object) -> dict[Path, list[str | int]]:
    """The outermost containers that are split, each with its steps."""
    found: dict[Path, list[str | int]] = {}
    for path, value in containers(member):
        if any(path[:length] in found for length in range(len(path))):
            continue
        if isinstance(value, list) and len(value) > _LONG_LIST:
            found[path] = list(range(len(value)))
        elif path and isinstance(value, dict) and len(value) > _WIDE_OBJECT and not value.keys() & DISCRIMINATORS:
            found[path] = list(value)
    return found


def _without_items(member: object, kept: dict[Path, list[str | int]]) -> Json:
    """A copy in which the split containers hold the kept items only."""
    for path, steps in kept.items():
        value = follow(member, path)
        items: list[Json] = [value[step] for step in steps]
        fewer = items if isinstance(value, list) else dict(zip(steps, items, strict=True))
        member = replaced(member, path, fewer)
    return member
