"""Patterns of contexts: small contexts are probed at once, large ones in pieces, and equal shapes only once.

Probing converts the context again for each leaf, so the cost of a thousand leaves would be a million. A large context
is therefore probed in pieces (`units`), and `owners` finds where each piece went in the entire context.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from workbench.converters.contract import Edge
from workbench.json.pointer import Path
from workbench.json.text import Json, compact
from workbench.provenance.differences import Place, TargetPath, in_order
from workbench.provenance.owners import Owners
from workbench.provenance.probe import Pattern, PatternLink, Probe
from workbench.provenance.shape import shape_key
from workbench.provenance.units import ReducedContext, Units, is_larger
from workbench.provenance.values import value_at

LARGE = 300
"""A context with more leaves than this is probed in pieces."""
_PIECE = 60
"""Units are probed together up to this many leaves."""
_MAX_LARGE_CONTEXTS = 8
_MAX_CACHES = 64
_MAX_PATTERNS = 500
_MAX_SETTINGS_LENGTH = 10_000
_Cache = dict[object, Pattern]
_shared_caches: dict[tuple[Edge, str], _Cache] = {}
"""Patterns of small contexts, by edge and request settings. The conversations of a batch have few shapes, so each shape
is probed once for all of them."""


def _cache_for(edge: Edge, settings: Mapping[str, Json]) -> _Cache:
    settings_json = compact(dict(settings)) if settings else ""
    if len(settings_json) > _MAX_SETTINGS_LENGTH:
        return {}
    cache = _shared_caches.get((edge, settings_json))
    if cache is None or len(cache) > _MAX_PATTERNS:
        while len(_shared_caches) >= _MAX_CACHES:
            _shared_caches.pop(next(iter(_shared_caches)), None)
        cache = _shared_caches[edge, settings_json] = {}
    return cache


class Patterns:
    """Finds and caches the patterns of contexts over one edge."""

    def __init__(self, edge: Edge, settings: Mapping[str, Json], large: int = LARGE) -> None:
        self._edge, self._settings, self._large = edge, settings, large
        self._cache = _cache_for(edge, settings)
        self._large_contexts: dict[tuple[int, ...], _LargeContext] = {}
        """Keyed by the identity of their members, which this keeps alive."""
        self._recent: tuple[Sequence[Json], _LargeContext] | None = None

    def of(self, members: Sequence[Json], position: int, fresh: bool = False, at_once: bool = False) -> Pattern:
        """Return the pattern of the member at `position`. `at_once` never splits the context, however large it is."""
        large = None if at_once else self._large_context(members)
        if large is not None:
            return large.pattern(position)
        key = (position, shape_key(members))
        pattern = None if fresh else self._cache.get(key)
        if pattern is None:
            probe = Probe(self._edge, self._settings, list(members), position)
            pattern = self._cache[key] = probe.pattern()
        return pattern

    def _large_context(self, members: Sequence[Json]) -> _LargeContext | None:
        """Return the context if it is large and can be split, else None.

        It is cached because callers trace the messages of one context one after the other.
        """
        if self._recent is not None and self._recent[0] is members:
            return self._recent[1]
        if not is_larger(members, self._large):
            return None
        key = tuple(map(id, members))
        if key not in self._large_contexts:
            units = Units(members, self._edge.source)
            if len(units.all) == 1:
                return None
            while len(self._large_contexts) >= _MAX_LARGE_CONTEXTS:
                self._large_contexts.pop(next(iter(self._large_contexts)))
            self._large_contexts[key] = _LargeContext(self._edge, self._settings, units, self)
        self._recent = members, self._large_contexts[key]
        return self._recent[1]


class _LargeContext:
    """A context that is probed piece by piece."""

    def __init__(self, edge: Edge, settings: Mapping[str, Json], units: Units, patterns: Patterns) -> None:
        self._units, self._patterns = units, patterns
        self._edge, self._settings = edge, settings
        self._owners = Owners(edge, settings, units)
        self._cache: dict[int, Pattern] = {}

    def pattern(self, position: int) -> Pattern:
        if position not in self._cache:
            self._cache[position] = self._combine_pieces(position)
        return self._cache[position]

    def _combine_pieces(self, position: int) -> Pattern:
        links: dict[PatternLink, None] = {}
        losses: dict[tuple[Path, bool], None] = {}
        inventions: dict[Place, None] = {}
        numbers = {row: nth for nth, row in enumerate(self._owners.targets_by_member.get(position, ()))}
        for core in self._cores(position):
            piece = _Piece(self._units, self._owners, core, position)
            pattern = self._pattern_of_piece(piece)
            places = piece.original_places(pattern, self._reduced_rows(piece))
            links.update(dict.fromkeys(piece.links(pattern, places, numbers)))
            losses.update(dict.fromkeys(piece.losses(pattern)))
            inventions.update(dict.fromkeys(piece.inventions(pattern, places, numbers)))
        return Pattern(tuple(links), tuple(losses), tuple(inventions))

    def _pattern_of_piece(self, piece: _Piece) -> Pattern:
        """Probe a piece. One that is the entire context cannot be split any further."""
        return self._patterns.of(piece.reduced.members, piece.position, at_once=piece.is_entire_context)

    def _reduced_rows(self, piece: _Piece) -> list[Json]:
        converted = self._edge.convert(piece.reduced.members, self._settings)
        return [row.message for row in converted if piece.position in row.sources]

    def _cores(self, position: int) -> Iterator[list[int]]:
        """Yield the units of one member in runs that are small enough to probe."""
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
    """A run of units of one member (the core), probed with their neighbours and the units that share a tool id."""

    def __init__(self, units: Units, owners: Owners, core: list[int], position: int) -> None:
        self._units, self._owners, self._core = units, owners, set(core)
        wanted = set().union(*(units.around(number) for number in core))
        wanted |= {units.of_member(units.all[number].member).start for number in (*wanted, core[0])}
        self.is_entire_context = len(wanted) == len(units.all)
        self.reduced: ReducedContext = units.reduced(wanted)
        self.position = self.reduced.numbers.index(position)

    def _is_core(self, path: Path) -> bool:
        return self._units.unit_at(*self.reduced.original(self.position, path)) in self._core

    def original_places(self, pattern: Pattern, rows: list[Json]) -> dict[TargetPath, TargetPath]:
        """Map the target places of the piece to those of the entire context.

        The map has every leaf that core units reach, and every list item on the way to it.
        """
        reached: dict[int, dict[TargetPath, None]] = {}
        for member, source, nth, target in pattern.links:
            if member == self.position and self._is_core(source):
                unit = self._units.unit_at(*self.reduced.original(member, source))
                reached.setdefault(unit, {})[nth, *target] = None
        originals: dict[TargetPath, TargetPath] = {}
        for unit, places in reached.items():
            for in_piece, in_context in self._align(sorted(places, key=in_order), self._owners.places_of(unit), rows):
                for length in range(1, len(in_piece) + 1):
                    if length == len(in_piece) or isinstance(in_piece[length - 1], int):
                        originals.setdefault(in_piece[:length], in_context[:length])
        return originals

    def _align(
        self, in_piece: list[TargetPath], in_context: list[TargetPath], rows: list[Json]
    ) -> Iterator[tuple[TargetPath, TargetPath]]:
        """Pair each place of the piece with the next place of the context that has the same keys.

        Both lists are in the same order. A place with the same value is preferred.
        """
        start = 0
        for place in in_piece:
            value = value_at(rows, place)
            same_keys = [at for at in range(start, len(in_context)) if _keys(in_context[at]) == _keys(place)]
            same_value = [at for at in same_keys if _is_same(value, value_at(self._owners.rows, in_context[at]))]
            if at := (same_value or same_keys)[:1]:
                start = at[0] + 1
                yield place, in_context[at[0]]

    def links(
        self, pattern: Pattern, originals: dict[TargetPath, TargetPath], numbers: dict[int, int]
    ) -> Iterator[PatternLink]:
        for member, source, nth, target in pattern.links:
            place = _original_place((nth, *target), originals)
            if place is None or place[0] not in numbers:
                continue
            if member != self.position or self._is_core(source):
                yield *self.reduced.original(member, source), numbers[int(place[0])], place[1:]

    def losses(self, pattern: Pattern) -> Iterator[tuple[Path, bool]]:
        for path, presence_only in pattern.losses:
            if self._is_core(path):
                yield self.reduced.original(self.position, path)[1], presence_only

    def inventions(
        self, pattern: Pattern, originals: dict[TargetPath, TargetPath], numbers: dict[int, int]
    ) -> Iterator[Place]:
        for nth, path in pattern.inventions:
            place = _original_place((nth, *path), originals)
            if place is not None and place[0] in numbers and not self._owners.has_source(place):
                yield numbers[int(place[0])], place[1:]


def _original_place(place: TargetPath, originals: dict[TargetPath, TargetPath]) -> TargetPath | None:
    """Return the place in the entire context, found by the innermost known container that holds it.

    None if the place is an item of a list, or inside one, whose original position is unknown.
    """
    for length in range(len(place), 0, -1):
        if (start := originals.get(place[:length])) is not None:
            return (*start, *place[length:])
        if isinstance(place[length - 1], int):
            return None
    return None


def _keys(place: TargetPath) -> tuple[str, ...]:
    """Return the keys of a path with a blank for each list position."""
    return tuple(step if isinstance(step, str) else "" for step in place)


def _is_same(in_piece: Any, in_context: Any) -> bool:
    """Whether two values are equal, or the first is part of a joined text."""
    if type(in_piece) is not type(in_context):
        return False
    return bool(in_piece == in_context or (isinstance(in_piece, str) and in_piece in in_context))
