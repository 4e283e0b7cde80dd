"""Which unit of a large context each target leaf comes from, found with few conversions.

Every unit has a code of its own, of as few digits as give enough codes with half of them set. For each digit the
context is converted once, with all units changed whose code has that digit set. A leaf that comes from one unit changes
at exactly the digits of that unit's code. A leaf that changes at more of them comes from several (joined texts).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import combinations, islice
from math import comb

from workbench.converters.contract import Edge
from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.provenance.differences import TargetPath, changed_places, in_order, leaves_of
from workbench.provenance.shape import is_id, is_said
from workbench.provenance.units import Units
from workbench.provenance.values import changed_values, copied, is_discriminator, value_at

_NOTHING: tuple[Json, ...] = (None, "", [], {})


class Owners:
    def __init__(self, edge: Edge, settings: Mapping[str, Json], units: Units) -> None:
        self._edge, self._settings, self._units = edge, settings, units
        self._tellings: dict[int, list[Path]] = {}
        self._codes_of_units = codes_for(len(units.all))
        converted = list(edge.convert(units.members, settings))
        self.rows = [row.message for row in converted]
        self.made_of: dict[int, list[int]] = {}
        """Member → the target messages it went into."""
        for number, row in enumerate(converted):
            for source in row.sources:
                self.made_of.setdefault(source, []).append(number)

    def places_of(self, unit: int) -> list[TargetPath]:
        """The target leaves that come from this unit, alone or with others, in order."""
        own = self._codes_of_units[unit]
        places = list(self._by_code.get(own, ()))
        for code, several in self._joined.items():
            if own & ~code == 0:
                places += several
        return sorted(places, key=in_order)

    def has_source(self, place: TargetPath) -> bool:
        return place in self._codes

    @cached_property
    def _codes(self) -> dict[TargetPath, int]:
        """Target leaf → the digits at which changing the units that have them changed it."""
        codes: dict[TargetPath, int] = {}
        before = leaves_of(self.rows)
        for digit in range(max(self._codes_of_units).bit_length()):
            members = self._changed([unit for unit, code in enumerate(self._codes_of_units) if code >> digit & 1])
            rows = [row.message for row in self._edge.convert(members, self._settings)]
            for number, path in changed_places(self.rows, rows, before):
                codes[number, *path] = codes.get((number, *path), 0) | 1 << digit
        return codes

    @cached_property
    def _by_code(self) -> dict[int, list[TargetPath]]:
        places: dict[int, list[TargetPath]] = {}
        for place, code in self._codes.items():
            places.setdefault(code, []).append(place)
        return places

    @cached_property
    def _joined(self) -> dict[int, list[TargetPath]]:
        """The leaves that come from several units, by their code: of many leaves, few are different."""
        set_digits = self._codes_of_units[0].bit_count()
        return {code: places for code, places in self._by_code.items() if code.bit_count() > set_digits}

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


def codes_for(count: int) -> list[int]:
    """As many numbers of equally many binary digits that are set: two of them together have more."""
    digits = 1
    while comb(digits, digits // 2) < count:
        digits += 1
    chosen = islice(combinations(range(digits), max(1, digits // 2)), count)
    return [sum(1 << digit for digit in several) for several in chosen]
