"""Which unit of a large context each target leaf comes from, found with few conversions.

Every unit has a number. For each binary digit of it the context is converted twice: with all units changed whose
number has that digit set, and with all the others changed. A leaf that comes from one unit changes in exactly one of
the two, and the digits spell that unit's number. A leaf that changes in both comes from several (joined texts).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from workbench.converters.contract import Edge
from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.provenance.differences import TargetPath, changed_places, in_order
from workbench.provenance.shape import is_id, is_said
from workbench.provenance.units import Units
from workbench.provenance.values import changed_values, copied, is_discriminator, value_at

_NOTHING: tuple[Json, ...] = (None, "", [], {})


class Owners:
    def __init__(self, edge: Edge, settings: Mapping[str, Json], units: Units) -> None:
        self._edge, self._settings, self._units = edge, settings, units
        self._tellings: dict[int, list[Path]] = {}
        self._digits = max(1, (len(units.all) - 1).bit_length())
        converted = list(edge.convert(units.members, settings))
        self.rows = [row.message for row in converted]
        self.made_of: dict[int, list[int]] = {}
        """Member → the target messages it went into."""
        for number, row in enumerate(converted):
            for source in row.sources:
                self.made_of.setdefault(source, []).append(number)

    def places_of(self, unit: int) -> list[TargetPath]:
        """The target leaves that come from this unit, alone or with others, in order."""
        places = list(self._single.get(unit, ()))
        for code, several in self._several.items():
            if _fits(code, unit, self._digits):
                places += several
        return sorted(places, key=in_order)

    def has_source(self, place: TargetPath) -> bool:
        return place in self._codes

    @cached_property
    def _codes(self) -> dict[TargetPath, tuple[int, int]]:
        """Target leaf → the digits at which changing the units with a one, and those with a zero, changed it."""
        codes: dict[TargetPath, tuple[int, int]] = {}
        for digit in range(self._digits):
            for wanted in (1, 0):
                members = self._changed([at for at in range(len(self._units.all)) if at >> digit & 1 == wanted])
                rows = [row.message for row in self._edge.convert(members, self._settings)]
                for number, path in changed_places(self.rows, rows):
                    ones, zeros = codes.get((number, *path), (0, 0))
                    codes[number, *path] = (ones | 1 << digit, zeros) if wanted else (ones, zeros | 1 << digit)
        return codes

    @cached_property
    def _single(self) -> dict[int, list[TargetPath]]:
        every = (1 << self._digits) - 1
        owned: dict[int, list[TargetPath]] = {}
        for place, (ones, zeros) in self._codes.items():
            if ones ^ zeros == every:
                owned.setdefault(ones, []).append(place)
        return owned

    @cached_property
    def _several(self) -> dict[tuple[int, int], list[TargetPath]]:
        """The leaves that come from several units, by their code: of many leaves, few are different."""
        every = (1 << self._digits) - 1
        joined: dict[tuple[int, int], list[TargetPath]] = {}
        for place, code in self._codes.items():
            if code[0] ^ code[1] != every:
                joined.setdefault(code, []).append(place)
        return joined

    def _changed(self, numbers: Sequence[int]) -> list[Json]:
        """The members with the telling leaves of these units changed."""
        members = list(self._units.members)
        touched: set[int] = set()
        for number in numbers:
            member = self._units.all[number].member
            if number not in self._tellings:
                self._tellings[number] = self._telling(number)
            for path in self._tellings[number]:
                if member not in touched:
                    touched.add(member)
                    members[member] = copied(members[member])
                members[member] = _set(members[member], path)
        return members

    def _telling(self, number: int) -> list[Path]:
        """The leaves of a unit that show where it went: what was said, its ids, else all of it.

        Others (`state`) may decide what becomes of the unit, and its target leaves would be gone instead of changed.
        So may nothing that becomes something.
        """
        member = self._units.members[self._units.all[number].member]
        paths = [
            path
            for path in self._units.leaves_of(number)
            if not is_discriminator(path) and value_at(member, path) not in _NOTHING
        ]
        return [path for path in paths if is_said(path) or is_id(path)] or paths


def _set(member: object, path: Path) -> Json:
    """Changed in place: the member is a copy already."""
    if not path:
        return next(changed_values(member))
    parent = value_at(member, path[:-1])
    parent[path[-1]] = next(changed_values(parent[path[-1]]))
    return member


def _fits(code: tuple[int, int], unit: int, digits: int) -> bool:
    ones, zeros = code
    return unit & ~ones == 0 and ~unit & ((1 << digits) - 1) & ~zeros == 0
