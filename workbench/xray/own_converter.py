"""Somebody's own function as an edge: it returns messages alone, so where each came from is observed.

An answer is made of the messages whose change alone changes something in it. Whatever the function raises is noted; a
value whose change makes it raise is judged by its removal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from workbench.converters.contract import Converted, Edge
from workbench.formats import FORMATS
from workbench.json.text import Json
from workbench.provenance.differences import Place, changed_places
from workbench.provenance.values import all_changed, copy_containers

OwnFunction = Callable[[Json], Json]
Sources = list[tuple[int, ...]]


class NotAConverterError(Exception):
    """The function does not do what a converter does. The message says what it did."""


class OwnConverter:
    """Calls the function with a list of messages, or with each message by itself."""

    def __init__(self, function: OwnFunction, source: str, target: str, each: bool) -> None:
        self._function, self._each = function, each
        self._list_key = FORMATS[target].list_key
        self._known: dict[tuple[int, ...], tuple[list[Json], list[Json], Sources]] = {}
        """Ids of the messages as they are → those, what was made of them, and of which each was made."""
        self.raised: dict[str, None] = {}
        self.edge = Edge(source, target, self.convert, "your converter")

    def convert(self, messages: Sequence[Json], settings: Mapping[str, Json]) -> list[Converted]:
        given = list(messages)
        if self._each:
            return [Converted(row, (at,)) for at, message in enumerate(given) for row in self._of_one(message)]
        nearest = self._nearest(given)
        try:
            made = self._made(given)
        except Exception as fault:  # noqa: BLE001 - it is somebody else's code: anything can come
            self._note(fault)
            made = nearest[0] if nearest else []
        if nearest is not None and len(nearest[0]) == len(made):
            return [Converted(row, sources) for row, sources in zip(made, nearest[1], strict=True)]
        sources = self._sources(given, made)
        self._known[tuple(map(id, given))] = (given, made, sources)
        return [Converted(row, made_of) for row, made_of in zip(made, sources, strict=True)]

    def first_failure(self, messages: Sequence[Json]) -> str:
        """What the function raises when it is given these messages as they are; empty if nothing."""
        try:
            for given in list(messages) if self._each else [list(messages)]:
                self._made(given)
        except Exception as fault:  # noqa: BLE001 - as above
            return _in_words(fault)
        return ""

    def _of_one(self, message: object) -> list[Json]:
        try:
            return self._made(message)
        except Exception as fault:  # noqa: BLE001 - as above
            self._note(fault)
            return []

    def _made(self, given: object) -> list[Json]:
        """Its answer as a list. It gets a copy, since nobody says that it leaves what it is given alone."""
        answer = self._function(copy_containers(given))
        if self._each and answer is None:
            return []
        if self._each and isinstance(answer, dict):
            return [answer]
        if isinstance(answer, dict) and isinstance(answer.get(self._list_key), list):
            answer = answer[self._list_key]
        if not isinstance(answer, (list, tuple)):
            kind = type(answer).__name__
            advice = "" if self._each else "; if it converts one message at a time, add --each"
            raise NotAConverterError(f"it returned {kind}, instead of a list of messages{advice}")
        return list(answer)

    def _note(self, fault: Exception) -> None:
        self.raised.setdefault(_in_words(fault))

    def _nearest(self, given: list[Json]) -> tuple[list[Json], Sources] | None:
        """What was made of a list that differs from this one in at most one message: probes change one at a time."""
        ids = tuple(map(id, given))
        for known, (_, made, sources) in self._known.items():
            if len(known) == len(ids) and sum(one != other for one, other in zip(known, ids, strict=True)) <= 1:
                return made, sources
        return None

    def _sources(self, given: list[Json], made: list[Json]) -> Sources:
        touched: list[set[Place]] = []
        for at, message in enumerate(given):
            try:
                other = self._made([*given[:at], all_changed(message), *given[at + 1 :]])
            except Exception as fault:  # noqa: BLE001 - as above
                self._note(fault)
                other = made
            touched.append(changed_places(made, other))
        one_each = len(made) == len(given)  # then what no change reaches is the message at its own place
        return [_made_of(nth, touched) or ((nth,) if one_each else ()) for nth in range(len(made))]


def _made_of(nth: int, touched: list[set[Place]]) -> tuple[int, ...]:
    """The messages that alone change a value there; a name that is looked up changes with two of them."""
    here = [{place for place in places if place[0] == nth} for places in touched]
    alone = [at for at, places in enumerate(here) if places - set().union(*here[:at], *here[at + 1 :])]
    return tuple(alone or [at for at, places in enumerate(here) if places])


def _in_words(fault: Exception) -> str:
    return str(fault) if isinstance(fault, NotAConverterError) else f"{type(fault).__name__}: {fault}"
