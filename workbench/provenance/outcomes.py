"""What became of whole events over a route: which now come in another order, and which failures no longer show.

Probing follows single values, and neither an order nor a failure need be one: a failure can be a word that shapes a
block, or a key. So both are found by reading the events of both ends and following the links between them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from workbench.collector import collector_paused
from workbench.formats import FORMATS
from workbench.formats.contract import Event
from workbench.json.pointer import PointerError, follow
from workbench.json.text import Json, object_or_none
from workbench.provenance import Link, Spot
from workbench.stages import Column

SHAPING = ("decided", "presence only", "default filled in", "looked up")
"""Ways in which a value has a say in another without being carried into it."""
_MOST_REMEMBERED = 50
_Rank = tuple[int, int]
"""A message of the last column and an event in it. What is beside the messages comes before them."""


class Move(NamedTuple):
    """A block, or a whole message, that now comes before another one that it followed."""

    source: Spot
    passed: Spot


class Outcomes:
    """Compares the first column of a route with the last."""

    def __init__(self, columns: Sequence[Column]) -> None:
        self._first, self._last = columns[0], columns[-1]
        self._is_converted = len(columns) > 1
        self._wire: dict[int, _Places] = {}

    def moves(self, index: int, links: Iterable[Link]) -> list[Move]:
        """The events of internal message `index` that changed places, or the message itself if all of it did.

        The links are those of the message and of the one that it was merged with, if there is one.
        """
        if not self._is_converted:
            return []
        if (passed := self._message_passed(index)) is not None:
            return [Move(Spot(index, ()), Spot(passed, ()))]
        before = self.merged_with(index)
        events = [*(self._events(before) if before is not None else ()), *self._events(index)]
        return [move for move in self._moved(events, links) if move.source.message == index]

    def merged_with(self, index: int) -> int | None:
        """The message before this one that shares the first message it went into."""
        position = min(self._positions.get(index, ()), default=-1)
        shared = [source for source in self._last.sources[position] if source < index] if position >= 0 else []
        return max(shared, default=None)

    def hidden_failures(self, index: int, links: Iterable[Link]) -> list[Spot]:
        """Where a result of this message says that it failed, if what it became looks successful."""
        events = self._events(index) if self._is_converted else []
        if not any(event.failed for event in events):
            return []
        carrying = [link for link in links if _carries(link)]
        arrived, carried = self._arrived(events, carrying), {link.source for link in carrying}
        return [
            _failure(self._first.messages[index], event, carried)
            for number, event in enumerate(events)
            if event.failed and number in arrived and not any(map(_shows_failure, self._results(arrived[number])))
        ]

    def regained_names(self, index: int, links: Iterable[Link]) -> set[Spot]:
        """Where a result of this message names its tool, if what it became has that name too.

        A hop that has no place for it on the result leaves it on the call, and a later one takes it from there.
        """
        events = self._events(index) if self._is_converted else []
        named = [(number, event) for number, event in enumerate(events) if _names_its_tool(event)]
        arrived = self._arrived(events, links) if named else {}
        return {
            Spot(index, event.at("name"))
            for number, event in named
            if any(found.name == event.name for found in self._results(arrived.get(number, [])))
        }

    def _results(self, ranks: list[_Rank]) -> list[Event]:
        found = [self._places(message).events[nth] for message, nth in ranks if message >= 0]
        return [event for event in found if event.kind in ("result", "server_result")] or found

    def _moved(self, events: list[Event], links: Iterable[Link]) -> Iterator[Move]:
        """A call that passes the result of another one is no change of order: some formats keep the two in one part."""
        arrived = self._arrived(events, links)
        furthest: dict[str, tuple[_Rank, Event]] = {}
        for number, (event, side) in enumerate(zip(events, _sides(events), strict=True)):
            if number not in arrived:
                continue
            rank = min(arrived[number])
            rivals = [furthest[other] for other in furthest if {other, side} != {"call", "result"}]
            ahead = max(rivals, key=lambda row: row[0], default=None)
            if ahead is not None and rank < ahead[0]:
                yield Move(Spot(event.message, event.path), Spot(ahead[1].message, ahead[1].path))
            if side not in furthest or rank > furthest[side][0]:
                furthest[side] = rank, event

    def _arrived(self, events: list[Event], links: Iterable[Link]) -> dict[int, list[_Rank]]:
        """Which events of the last column the values of each of these events were carried into."""
        here = _Places(events)
        arrived: dict[int, list[_Rank]] = {}
        for link in filter(_carries, links):
            source, target = here.at(link.source), self._rank(link.target)
            if source is not None and target is not None:
                arrived.setdefault(source, []).append(target)
        return arrived

    def _rank(self, spot: Spot) -> _Rank | None:
        if spot.message < 0:
            return -1, -1 - spot.message
        nth = self._places(spot.message).at(spot)
        return None if nth is None else (spot.message, nth)

    def _events(self, index: int) -> list[Event]:
        return FORMATS[self._first.format].read(self._first.messages[index], index)

    def _places(self, position: int) -> _Places:
        """Of a message of the last column; those of the last ones that were asked for are remembered."""
        if position not in self._wire:
            while len(self._wire) >= _MOST_REMEMBERED:
                self._wire.pop(next(iter(self._wire)))
            self._wire[position] = _Places(FORMATS[self._last.format].read(self._last.messages[position], position))
        return self._wire[position]

    def _message_passed(self, index: int) -> int | None:
        """The earlier message that all of this one now comes before; None if it kept its place."""
        positions = self._positions.get(index)
        if not positions or index == 0:
            return None
        furthest, message = self._furthest[index - 1]
        return message if max(positions) < furthest else None

    @cached_property
    @collector_paused()
    def _positions(self) -> Mapping[int, list[int]]:
        positions: dict[int, list[int]] = {}
        for position, sources in enumerate(self._last.sources):
            for source in sources:
                positions.setdefault(source, []).append(position)
        for sources in self._last.system_sources:
            for source in sources:
                positions.setdefault(source, []).append(-1)
        return positions

    @cached_property
    @collector_paused()
    def _furthest(self) -> list[tuple[int, int]]:
        """Up to each internal message: the first position of the one that came furthest, and which it is."""
        firsts = [(min(self._positions.get(index, [-1])), index) for index in range(len(self._first.messages))]
        return list(accumulate(firsts, max))


class _Places:
    """Finds the event that a value belongs to: the one that names the most of the way to it."""

    def __init__(self, events: list[Event]) -> None:
        self.events = events
        self._numbers: dict[Spot, int] = {}
        for number, event in enumerate(events):
            for place in (event.path, *(event.path + part for part in event.places.values())):
                self._numbers.setdefault(Spot(event.message, place), number)

    def at(self, spot: Spot) -> int | None:
        ways = (self._numbers.get(Spot(spot.message, spot.path[:length])) for length in range(len(spot.path), -1, -1))
        return next((number for number in ways if number is not None), None)


def _names_its_tool(event: Event) -> bool:
    return event.kind == "result" and event.name is not None and "name" in event.places


def _carries(link: Link) -> bool:
    return not any(word in link.how for word in SHAPING)


def _sides(events: list[Event]) -> Iterator[str]:
    """Whether each event is a call, something said, or a result, to which also belongs what is inside of one."""
    result: Event | None = None
    for event in events:
        if event.kind == "result":
            result = event
        inside = (
            result is not None and event.message == result.message and event.path[: len(result.path)] == result.path
        )
        yield "result" if inside else "call" if event.kind == "call" else "said"


def _shows_failure(event: Event) -> bool:
    """By its format's own flag, or as an object with an `error`, which is how providers without a flag are told."""
    said: Json = object_or_none(event.value)
    return event.failed or (isinstance(said, dict) and said.get("error") not in (None, False))


def _failure(message: object, event: Event, carried: set[Spot]) -> Spot:
    """The flag that is lost; the whole block where there is none, or where it is words that arrive as words."""
    spot = Spot(event.message, event.at("error"))
    try:
        follow(message, spot.path)
    except PointerError:
        return Spot(event.message, event.path)
    return Spot(event.message, event.path) if spot in carried else spot
