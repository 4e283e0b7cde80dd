"""Effects of a route on events: which of them change order, and which failures no longer look like failures.

Probing follows single values, but an order is not a value, and a failure may be a discriminator or a key. So both are
found by reading the events at both ends of the route and following the links between them.
"""

from __future__ import annotations

from bisect import bisect_left
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

INDIRECT_LABELS = ("decided", "presence only", "default filled in", "looked up")
"""Labels of links whose source value influences the target value but is not carried into it."""
_MAX_CACHED_MESSAGES = 50
_Rank = tuple[int, int]
"""A message of the last column and the number of an event in it. System prompts rank before all messages."""


class Move(NamedTuple):
    """A block or an entire message that followed another one and now precedes it."""

    source: Spot
    passed: Spot


class Outcomes:
    """Compares the first column of a route with the last."""

    def __init__(self, columns: Sequence[Column]) -> None:
        self._first, self._last = columns[0], columns[-1]
        self._is_converted = len(columns) > 1
        self._wire_events: dict[int, _EventIndex] = {}

    def moves(self, index: int, links: Iterable[Link]) -> list[Move]:
        """Return the events of internal message `index` that changed order, or the message itself if all of it moved.

        `links` are those of the message and of the message it was merged with, if any.
        """
        if not self._is_converted:
            return []
        if (passed := self._message_passed(index)) is not None:
            return [Move(Spot(index, ()), Spot(passed, ()))]
        before = self.merged_with(index)
        events = [*(self._events(before) if before is not None else ()), *self._events(index)]
        return [move for move in self._moved(events, links) if move.source.message == index]

    def merged_with(self, index: int) -> int | None:
        """Return the closest earlier message that shares this message's first target message, or None."""
        position = min(self._positions.get(index, ()), default=-1)
        sources = self._last.sources[position] if position >= 0 else ()
        earlier = bisect_left(sources, index)  # sources ascend
        return sources[earlier - 1] if earlier else None

    def hidden_failures(self, index: int, links: Iterable[Link]) -> list[Spot]:
        """Return the locations of this message's failed results that look successful after conversion."""
        events = self._events(index) if self._is_converted else []
        if not any(event.failed for event in events):
            return []
        carrying = [link for link in links if _carries(link)]
        targets, carried = self._target_events(events, carrying), {link.source for link in carrying}
        return [
            _failure_location(self._first.messages[index], event, carried)
            for number, event in enumerate(events)
            if event.failed and number in targets and not any(map(_shows_failure, self._results(targets[number])))
        ]

    def regained_names(self, index: int, links: Iterable[Link]) -> set[Spot]:
        """Return where results of this message name their tool, for results that still have that name at the end.

        A hop whose results have no name field leaves the name on the call, and a later hop copies it from there.
        """
        events = self._events(index) if self._is_converted else []
        named = [(number, event) for number, event in enumerate(events) if _names_its_tool(event)]
        targets = self._target_events(events, links) if named else {}
        return {
            Spot(index, event.at("name"))
            for number, event in named
            if any(result.name == event.name for result in self._results(targets.get(number, [])))
        }

    def _results(self, ranks: list[_Rank]) -> list[Event]:
        """Return the results among these events of the last column, or all of the events if none is a result."""
        events = [self._event_index(message).events[nth] for message, nth in ranks if message >= 0]
        return [event for event in events if event.kind in ("result", "server_result")] or events

    def _moved(self, events: list[Event], links: Iterable[Link]) -> Iterator[Move]:
        """Yield the changes of order among these events.

        A call that overtakes the result of another call is not one: some formats store a call and its result together.
        """
        targets = self._target_events(events, links)
        furthest: dict[str, tuple[_Rank, Event]] = {}
        for number, (event, role) in enumerate(zip(events, _roles(events), strict=True)):
            if number not in targets:
                continue
            rank = min(targets[number])
            comparable = [furthest[earlier] for earlier in furthest if {earlier, role} != {"call", "result"}]
            ahead = max(comparable, key=lambda row: row[0], default=None)
            if ahead is not None and rank < ahead[0]:
                yield Move(Spot(event.message, event.path), Spot(ahead[1].message, ahead[1].path))
            if role not in furthest or rank > furthest[role][0]:
                furthest[role] = rank, event

    def _target_events(self, events: list[Event], links: Iterable[Link]) -> dict[int, list[_Rank]]:
        """Map the number of each event to the events of the last column that its values were carried into."""
        source_index = _EventIndex(events)
        targets: dict[int, list[_Rank]] = {}
        for link in filter(_carries, links):
            source, target = source_index.event_at(link.source), self._rank(link.target)
            if source is not None and target is not None:
                targets.setdefault(source, []).append(target)
        return targets

    def _rank(self, spot: Spot) -> _Rank | None:
        if spot.message < 0:
            return -1, -1 - spot.message
        nth = self._event_index(spot.message).event_at(spot)
        return None if nth is None else (spot.message, nth)

    def _events(self, index: int) -> list[Event]:
        return FORMATS[self._first.format].read(self._first.messages[index], index)

    def _event_index(self, position: int) -> _EventIndex:
        """Return the event index of a message of the last column. Recent ones are cached."""
        if position not in self._wire_events:
            while len(self._wire_events) >= _MAX_CACHED_MESSAGES:
                self._wire_events.pop(next(iter(self._wire_events)))
            events = FORMATS[self._last.format].read(self._last.messages[position], position)
            self._wire_events[position] = _EventIndex(events)
        return self._wire_events[position]

    def _message_passed(self, index: int) -> int | None:
        """Return the earlier message that this one now entirely precedes, or None if it kept its position."""
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
        """For each internal message, the furthest first position among it and all earlier ones, and whose it is."""
        firsts = [(min(self._positions.get(index, [-1])), index) for index in range(len(self._first.messages))]
        return list(accumulate(firsts, max))


class _EventIndex:
    """Finds the event that a value belongs to: the one with the longest matching path."""

    def __init__(self, events: list[Event]) -> None:
        self.events = events
        self._numbers: dict[Spot, int] = {}
        for number, event in enumerate(events):
            for path in (event.path, *(event.path + part for part in event.places.values())):
                self._numbers.setdefault(Spot(event.message, path), number)

    def event_at(self, spot: Spot) -> int | None:
        prefixes = (spot.path[:length] for length in range(len(spot.path), -1, -1))
        numbers = (self._numbers.get(Spot(spot.message, prefix)) for prefix in prefixes)
        return next((number for number in numbers if number is not None), None)


def _names_its_tool(event: Event) -> bool:
    return event.kind == "result" and event.name is not None and "name" in event.places


def _carries(link: Link) -> bool:
    return not any(label in link.how for label in INDIRECT_LABELS)


def _roles(events: list[Event]) -> Iterator[str]:
    """Yield `call`, `result` or `other` for each event. Events inside a result count as results."""
    result: Event | None = None
    for event in events:
        if event.kind == "result":
            result = event
        is_inside = (
            result is not None and event.message == result.message and event.path[: len(result.path)] == result.path
        )
        yield "result" if is_inside else "call" if event.kind == "call" else "other"


def _shows_failure(event: Event) -> bool:
    """Whether the format flags the event as failed, or its value is an object with an `error` key.

    The key matters because some providers have no flag.
    """
    value: Json = object_or_none(event.value)
    return event.failed or (isinstance(value, dict) and value.get("error") not in (None, False))


def _failure_location(message: object, event: Event, carried: set[Spot]) -> Spot:
    """Return the location of the lost failure flag, or of the entire block.

    It is the block if there is no flag, or if the flag is an error text and the text itself is carried.
    """
    spot = Spot(event.message, event.at("error"))
    try:
        follow(message, spot.path)
    except PointerError:
        return Spot(event.message, event.path)
    return Spot(event.message, event.path) if spot in carried else spot
