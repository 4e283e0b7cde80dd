"""Find the unit of a large context that each target leaf comes from, with few conversions.

Every unit has its own code: a number with half of its binary digits set, and as few digits as give enough codes. For
each digit, the context is converted once with all units changed whose code has that digit set. A leaf that comes from
one unit changes at exactly the digits of that unit's code. A leaf that changes at more digits comes from several units
(joined texts).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import combinations, islice
from math import comb
from typing import Any

from workbench.converters.contract import Edge
from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.provenance.differences import TargetPath, changed_places, in_order, leaves_of
from workbench.provenance.shape import is_content, is_id
from workbench.provenance.units import Units
from workbench.provenance.values import changed_values, copy_containers, is_discriminator, value_at

_EMPTY_VALUES: tuple[Json, ...] = (None, "", [], {})


class Owners:
    """Maps target leaves to the units of one context, over one edge."""

    def __init__(self, edge: Edge, settings: Mapping[str, Json], units: Units) -> None:
        self._edge, self._settings, self._units = edge, settings, units
        self._marker_leaves: dict[int, list[Path]] = {}
        self._unit_codes = codes_for(len(units.all))
        converted = list(edge.convert(units.members, settings))
        self.rows = [row.message for row in converted]
        self.targets_by_member: dict[int, list[int]] = {}
        """Member → the target messages it contributed to."""
        for number, row in enumerate(converted):
            for source in row.sources:
                self.targets_by_member.setdefault(source, []).append(number)

    def places_of(self, unit: int) -> list[TargetPath]:
        """Return, in order, the target leaves that come from this unit alone or from it and others."""
        own_code = self._unit_codes[unit]
        places = list(self._places_by_code.get(own_code, ()))
        for code, shared in self._shared_places.items():
            if own_code & ~code == 0:
                places += shared
        return sorted(places, key=in_order)

    def has_source(self, place: TargetPath) -> bool:
        return place in self._codes

    @cached_property
    def _codes(self) -> dict[TargetPath, int]:
        """Target leaf → a bit mask of the digits at which changing the units with that digit changed the leaf."""
        codes: dict[TargetPath, int] = {}
        leaves_before = leaves_of(self.rows)
        for digit in range(max(self._unit_codes).bit_length()):
            members = self._with_units_changed([at for at, code in enumerate(self._unit_codes) if code >> digit & 1])
            rows = [row.message for row in self._edge.convert(members, self._settings)]
            for number, path in changed_places(self.rows, rows, leaves_before):
                codes[number, *path] = codes.get((number, *path), 0) | 1 << digit
        return codes

    @cached_property
    def _places_by_code(self) -> dict[int, list[TargetPath]]:
        places: dict[int, list[TargetPath]] = {}
        for place, code in self._codes.items():
            places.setdefault(code, []).append(place)
        return places

    @cached_property
    def _shared_places(self) -> dict[int, list[TargetPath]]:
        """Code → the leaves that come from several units. Grouping helps because many leaves share few codes."""
        digits_set = self._unit_codes[0].bit_count()
        return {code: places for code, places in self._places_by_code.items() if code.bit_count() > digits_set}

    def _with_units_changed(self, numbers: Sequence[int]) -> list[Json]:
        """Return the members with the marker leaves of these units changed."""
        members = list(self._units.members)
        copied: set[int] = set()
        for number in numbers:
            member = self._units.all[number].member
            if number not in self._marker_leaves:
                self._marker_leaves[number] = self._find_marker_leaves(number)
            for path in self._marker_leaves[number]:
                if member not in copied:
                    copied.add(member)
                    members[member] = copy_containers(members[member])
                members[member] = _change_in_place(members[member], path)
        return members

    def _find_marker_leaves(self, number: int) -> list[Path]:
        """Return the leaves of a unit that are safe to change: its content and ids, or all leaves if it has neither.

        Other leaves (`state`) may select a branch, and then the target leaves would disappear instead of changing.
        Filling an empty value could do the same, so empty values are left alone.
        """
        member = self._units.members[self._units.all[number].member]
        paths = [
            path
            for path in self._units.leaves_of(number)
            if not is_discriminator(path) and value_at(member, path) not in _EMPTY_VALUES
        ]
        return [path for path in paths if is_content(path) or is_id(path)] or paths


def _change_in_place(member: object, path: Path) -> Json:
    """Change one leaf of a member that is already a copy."""
    if not path:
        return next(changed_values(member))
    parent: Any = value_at(member, path[:-1])
    parent[path[-1]] = next(changed_values(parent[path[-1]]))
    return member


def codes_for(count: int) -> list[int]:
    """Return that many numbers with the same number of binary digits set, so that two combined have more."""
    digits = 1
    while comb(digits, digits // 2) < count:
        digits += 1
    chosen = islice(combinations(range(digits), max(1, digits // 2)), count)
    return [sum(1 << digit for digit in set_digits) for set_digits in chosen]
