"""Patterns of contexts: small ones are probed at once, large ones unit by unit, and those of equal shape one time.

Probing converts the context again for each leaf, so a context of a thousand leaves would cost a million. A large one
is probed in pieces instead (`units`), and `owners` shows where each piece went in the whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from workbench.converters.contract import Edge
from workbench.json.pointer import Path
from workbench.json.text import Json, compact
from workbench.provenance.differences import Place, TargetPath, in_order
from workbench.provenance.owners import Owners
from workbench.provenance.probe import Pattern, Probe, Row
from workbench.provenance.shape import shape_key
from workbench.provenance.units import Reduced, Units, is_larger
from workbench.provenance.values import value_at

LARGE = 300
"""Leaves of a context that is probed in pieces."""
_PIECE = 60
"""Leaves of the units that are probed together."""
_MOST_LARGE = 8
_MOST_HOLDERS = 64
_MOST_PATTERNS = 500
_LONGEST_SETTINGS = 10_000
_Remembered = dict[object, Pattern]
_shared: dict[tuple[Edge, str], _Remembered] = {}
"""Patterns of small contexts, by the edge and the settings beside the messages: the conversations of a batch are of
few shapes, and each of them is probed once for all."""


def _remembered_for(edge: Edge, settings: Mapping[str, Json]) -> _Remembered:
    written = compact(dict(settings)) if settings else ""
    if len(written) > _LONGEST_SETTINGS:
        return {}
    remembered = _shared.get((edge, written))
    if remembered is None or len(remembered) > _MOST_PATTERNS:
        while len(_shared) >= _MOST_HOLDERS:
            _shared.pop(next(iter(_shared)), None)
        remembered = _shared[edge, written] = {}
    return remembered


class Patterns:
    """The patterns of contexts over one edge."""

    def __init__(self, edge: Edge, settings: Mapping[str, Json], large: int = LARGE) -> None:
        self._edge, self._settings, self._large = edge, settings, large
        self._remembered = _remembered_for(edge, settings)
        self._large_ones: dict[tuple[int, ...], _Pieces] = {}
        """By the identity of their members, which are kept alive here."""

    def of(self, members: Sequence[Json], position: int, fresh: bool = False, whole: bool = False) -> Pattern:
        """What becomes of the member at `position`. `whole` probes it at once, however large the context is."""
        pieces = None if whole else self._pieces(members)
        if pieces is not None:
            return pieces.pattern(position)
        key = (position, shape_key(members))
        pattern = None if fresh else self._remembered.get(key)
        if pattern is None:
            probe = Probe(self._edge, self._settings, list(members), position)
            pattern = self._remembered[key] = probe.pattern()
        return pattern

    def _pieces(self, members: Sequence[Json]) -> _Pieces | None:
        """Of a large context that can be split. All messages of one context are asked for one after the other."""
        if not is_larger(members, self._large):
            return None
        key = tuple(map(id, members))
        if key not in self._large_ones:
            units = Units(members, self._edge.source)
            if len(units.all) == 1:
                return None
            while len(self._large_ones) >= _MOST_LARGE:
                self._large_ones.pop(next(iter(self._large_ones)))
            self._large_ones[key] = _Pieces(self._edge, self._settings, units, self)
        return self._large_ones[key]


class _Pieces:
    """One large context."""

    def __init__(self, edge: Edge, settings: Mapping[str, Json], units: Units, patterns: Patterns) -> None:
        self._units, self._patterns = units, patterns
        self._edge, self._settings = edge, settings
        self._owners = Owners(edge, settings, units)
        self._found: dict[int, Pattern] = {}

    def pattern(self, position: int) -> Pattern:
        if position not in self._found:
            self._found[position] = self._put_together(position)
        return self._found[position]

    def _put_together(self, position: int) -> Pattern:
        links: dict[Row, None] = {}
        losses: dict[tuple[Path, bool], None] = {}
        inventions: dict[Place, None] = {}
        numbers = {row: nth for nth, row in enumerate(self._owners.made_of.get(position, ()))}
        for core in self._cores(position):
            piece = _Piece(self._units, self._owners, core, position)
            found = self._of_piece(piece)
            places = piece.placed(found, self._reduced_rows(piece))
            links.update(dict.fromkeys(piece.links(found, places, numbers)))
            losses.update(dict.fromkeys(piece.losses(found)))
            inventions.update(dict.fromkeys(piece.inventions(found, places, numbers)))
        return Pattern(tuple(links), tuple(losses), tuple(inventions))

    def _of_piece(self, piece: _Piece) -> Pattern:
        """A piece that is all of the context cannot be split any further."""
        return self._patterns.of(piece.reduced.members, piece.position, whole=piece.is_all)

    def _reduced_rows(self, piece: _Piece) -> list[Json]:
        converted = self._edge.convert(piece.reduced.members, self._settings)
        return [row.message for row in converted if piece.position in row.sources]

    def _cores(self, position: int) -> Iterator[list[int]]:
        """The units of one member in runs that are small enough to probe."""
        core: list[int] = []
        size = 0
        for number in self._units.of_member(position):
            count = sum(1 for _ in self._units.leaves_of(number))
            if core and size + count > _PIECE:
                yield core
                core, size = [], 0
            core.append(number)
            size += count
        yield core


class _Piece:
    """A run of units of one member, probed among their neighbours and partners."""

    def __init__(self, units: Units, owners: Owners, core: list[int], position: int) -> None:
        self._units, self._owners, self._core = units, owners, set(core)
        wanted = set().union(*(units.around(number) for number in core))
        wanted |= {units.of_member(units.all[number].member).start for number in (*wanted, core[0])}
        self.is_all = len(wanted) == len(units.all)
        self.reduced: Reduced = units.reduced(wanted)
        self.position = self.reduced.numbers.index(position)

    def _is_core(self, path: Path) -> bool:
        return self._units.unit_at(*self.reduced.whole(self.position, path)) in self._core

    def placed(self, pattern: Pattern, rows: list[Json]) -> dict[TargetPath, TargetPath]:
        """Where target places of the piece are in the whole: of every container and leaf that core units reach."""
        reached: dict[int, dict[TargetPath, None]] = {}
        for member, source, nth, target in pattern.links:
            if member == self.position and self._is_core(source):
                unit = self._units.unit_at(*self.reduced.whole(member, source))
                reached.setdefault(unit, {})[nth, *target] = None
        placed: dict[TargetPath, TargetPath] = {}
        for unit, places in reached.items():
            for here, there in self._aligned(sorted(places, key=in_order), self._owners.places_of(unit), rows):
                for length in range(1, len(here) + 1):
                    if length == len(here) or isinstance(here[length - 1], int):
                        placed.setdefault(here[:length], there[:length])
        return placed

    def _aligned(
        self, here: list[TargetPath], there: list[TargetPath], rows: list[Json]
    ) -> Iterator[tuple[TargetPath, TargetPath]]:
        """Both are in one order, so what is first here is the first there that looks like it."""
        start = 0
        for place in here:
            value = value_at(rows, place)
            alike = [at for at in range(start, len(there)) if _words(there[at]) == _words(place)]
            same = [at for at in alike if _is_same(value, value_at(self._owners.rows, there[at]))]
            if at := (same or alike)[:1]:
                start = at[0] + 1
                yield place, there[at[0]]

    def links(self, pattern: Pattern, placed: dict[TargetPath, TargetPath], numbers: dict[int, int]) -> Iterator[Row]:
        for member, source, nth, target in pattern.links:
            place = _in_whole((nth, *target), placed)
            if place is None or place[0] not in numbers:
                continue
            if member != self.position or self._is_core(source):
                yield *self.reduced.whole(member, source), numbers[int(place[0])], place[1:]

    def losses(self, pattern: Pattern) -> Iterator[tuple[Path, bool]]:
        for path, presence_only in pattern.losses:
            if self._is_core(path):
                yield self.reduced.whole(self.position, path)[1], presence_only

    def inventions(
        self, pattern: Pattern, placed: dict[TargetPath, TargetPath], numbers: dict[int, int]
    ) -> Iterator[Place]:
        for nth, path in pattern.inventions:
            place = _in_whole((nth, *path), placed)
            if place is not None and place[0] in numbers and not self._owners.has_source(place):
                yield numbers[int(place[0])], place[1:]


def _in_whole(place: TargetPath, placed: dict[TargetPath, TargetPath]) -> TargetPath | None:
    """By the innermost container on its way that is known; None if positions in lists further in are not."""
    for length in range(len(place), 0, -1):
        if (start := placed.get(place[:length])) is not None:
            return (*start, *place[length:])
        if isinstance(place[length - 1], int):
            return None
    return None


def _words(place: TargetPath) -> tuple[str, ...]:
    return tuple(step if isinstance(step, str) else "" for step in place)


def _is_same(here: Json, there: Json) -> bool:
    return bool(type(here) is type(there) and (here == there or (isinstance(here, str) and here in there)))
