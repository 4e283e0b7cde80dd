"""Find the unit of a large context that each target leaf comes from, with few conversions.

Every unit has a number. For each binary digit of that number, the context is converted twice: once with all units
changed that have the digit set, once with all others changed. A leaf that comes from one unit changes in exactly one of
the two, and the digits spell the number of the unit. A leaf that changes in both comes from several units (joined
texts).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from workbench.converters.contract import Edge
from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.provenance.differences import TargetPath, changed_places, in_order
from workbench.provenance.shape import is_content, is_id
from workbench.provenance.units import Units
from workbench.provenance.values import changed_values, copy_containers, is_discriminator, value_at

_EMPTY_VALUES: tuple[Json, ...] = (None, "", [], {})


class Owners:
    """Maps target leaves to the units of one context, over one edge."""

    def __init__(self, edge: Edge, settings: Mapping[str, Json], units: Units) -> None:
        self._edge, self._settings, self._units = edge, settings, units
        self._marker_leaves: dict[int, list[Path]] = {}
        self._digits = max(1, (len(units.all) - 1).bit_length())
        converted = list(edge.convert(units.members, settings))
        self.rows = [row.message for row in converted]
        self.targets_by_member: dict[int, list[int]] = {}
        """Member → the target messages it contributed to."""
        for number, row in enumerate(converted):
            for source in row.sources:
                self.targets_by_member.setdefault(source, []).append(number)

    def places_of(self, unit: int) -> list[TargetPath]:
        """Return, in order, the target leaves that come from this unit alone or from it and others."""
        places = list(self._places_by_unit.get(unit, ()))
        for code, shared in self._shared_places.items():
            if _includes(code, unit, self._digits):
                places += shared
        return sorted(places, key=in_order)

    def has_source(self, place: TargetPath) -> bool:
        return place in self._codes

    @cached_property
    def _codes(self) -> dict[TargetPath, tuple[int, int]]:
        """Target leaf → two bit masks: the digits at which changing the units with a one, or a zero, changed it."""
        codes: dict[TargetPath, tuple[int, int]] = {}
        for digit in range(self._digits):
            for wanted in (1, 0):
                members = self._with_units_changed(
                    [at for at in range(len(self._units.all)) if at >> digit & 1 == wanted]
                )
                rows = [row.message for row in self._edge.convert(members, self._settings)]
                for number, path in changed_places(self.rows, rows):
                    ones, zeros = codes.get((number, *path), (0, 0))
                    codes[number, *path] = (ones | 1 << digit, zeros) if wanted else (ones, zeros | 1 << digit)
        return codes

    @cached_property
    def _places_by_unit(self) -> dict[int, list[TargetPath]]:
        """Unit → the leaves that come from it alone."""
        all_digits = (1 << self._digits) - 1
        places: dict[int, list[TargetPath]] = {}
        for place, (ones, zeros) in self._codes.items():
            if ones ^ zeros == all_digits:
                places.setdefault(ones, []).append(place)
        return places

    @cached_property
    def _shared_places(self) -> dict[tuple[int, int], list[TargetPath]]:
        """Code → the leaves that come from several units. Grouping helps because many leaves share few codes."""
        all_digits = (1 << self._digits) - 1
        places: dict[tuple[int, int], list[TargetPath]] = {}
        for place, code in self._codes.items():
            if code[0] ^ code[1] != all_digits:
                places.setdefault(code, []).append(place)
        return places

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
    parent = value_at(member, path[:-1])
    parent[path[-1]] = next(changed_values(parent[path[-1]]))
    return member


def _includes(code: tuple[int, int], unit: int, digits: int) -> bool:
    """Whether a leaf with this code may come from this unit."""
    ones, zeros = code
    return unit & ~ones == 0 and ~unit & ((1 << digits) - 1) & ~zeros == 0
