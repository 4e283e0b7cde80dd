"""Use a user's function as an edge. It returns only messages, so the source of each message is observed.

A source message belongs to a target message if changing it alone changes something there. Exceptions of the function
are recorded; a value whose change makes it raise is judged by its removal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from workbench.converters.contract import Converted, Edge
from workbench.formats import FORMATS
from workbench.json.text import Json
from workbench.provenance.differences import Place, changed_places
from workbench.provenance.values import all_changed, copy_containers

CustomFunction = Callable[[Any], Json]
Sources = list[tuple[int, ...]]


class NotAConverterError(Exception):
    """The function cannot be used as a converter. The message explains why."""


class CustomConverter:
    """Calls the function with a list of messages, or with each message by itself."""

    def __init__(self, function: CustomFunction, source: str, target: str, each: bool) -> None:
        self._function, self._each = function, each
        self._list_key = FORMATS[target].list_key
        self._cache: dict[tuple[int, ...], tuple[list[Json], list[Json], Sources]] = {}
        """Identities of source messages → the source messages, the target messages, and their sources."""
        self.raised: dict[str, None] = {}
        self.edge = Edge(source, target, self.convert, "your converter")

    def convert(self, messages: Sequence[Json], settings: Mapping[str, Json]) -> list[Converted]:
        history = list(messages)
        if self._each:
            return [Converted(row, (at,)) for at, message in enumerate(history) for row in self._call_once(message)]
        similar = self._similar_result(history)
        try:
            converted = self._call(history)
        except Exception as error:  # noqa: BLE001 - user code may raise anything
            self._record(error)
            converted = similar[0] if similar else []
        if similar is not None and len(similar[0]) == len(converted):
            return [Converted(row, sources) for row, sources in zip(converted, similar[1], strict=True)]
        all_sources = self._observe_sources(history, converted)
        self._cache[tuple(map(id, history))] = (history, converted, all_sources)
        return [Converted(row, sources) for row, sources in zip(converted, all_sources, strict=True)]

    def first_failure(self, messages: Sequence[Json]) -> str:
        """Return the error that the function raises for these unchanged messages, or an empty string."""
        try:
            for argument in list(messages) if self._each else [list(messages)]:
                self._call(argument)
        except Exception as error:  # noqa: BLE001 - as above
            return _error_text(error)
        return ""

    def _call_once(self, message: object) -> list[Json]:
        try:
            return self._call(message)
        except Exception as error:  # noqa: BLE001 - as above
            self._record(error)
            return []

    def _call(self, argument: object) -> list[Json]:
        """Call the function with a copy, because it may modify its argument, and return its result as a list."""
        result = self._function(copy_containers(argument))
        if self._each and result is None:
            return []
        if self._each and isinstance(result, dict):
            return [result]
        if isinstance(result, dict) and isinstance(result.get(self._list_key), list):
            result = result[self._list_key]
        if not isinstance(result, (list, tuple)):
            kind = type(result).__name__
            advice = "" if self._each else "; if it converts one message at a time, add --each"
            raise NotAConverterError(f"it returned {kind}, instead of a list of messages{advice}")
        return list(result)

    def _record(self, error: Exception) -> None:
        self.raised.setdefault(_error_text(error))

    def _similar_result(self, history: list[Json]) -> tuple[list[Json], Sources] | None:
        """Return the cached result for a history that differs in at most one message: probes change one at a time."""
        ids = tuple(map(id, history))
        for cached_ids, (_, converted, sources) in self._cache.items():
            if len(cached_ids) == len(ids) and sum(old != new for old, new in zip(cached_ids, ids, strict=True)) <= 1:
                return converted, sources
        return None

    def _observe_sources(self, history: list[Json], converted: list[Json]) -> Sources:
        """Find the source messages of each target message by changing one source message after the other."""
        affected: list[set[Place]] = []
        for at, message in enumerate(history):
            try:
                after_change = self._call([*history[:at], all_changed(message), *history[at + 1 :]])
            except Exception as error:  # noqa: BLE001 - as above
                self._record(error)
                after_change = converted
            affected.append(changed_places(converted, after_change))
        is_one_to_one = len(converted) == len(history)  # then a message that no change affects has its own index
        return [_sources_of(nth, affected) or ((nth,) if is_one_to_one else ()) for nth in range(len(converted))]


def _sources_of(nth: int, affected: list[set[Place]]) -> tuple[int, ...]:
    """Return the messages that alone affect a value of target message `nth`, or all that affect it if there are none.

    A tool name that is looked up, for example, is affected by two messages.
    """
    in_message = [{place for place in places if place[0] == nth} for places in affected]
    alone = [
        at for at, places in enumerate(in_message) if places - set().union(*in_message[:at], *in_message[at + 1 :])
    ]
    return tuple(alone or [at for at, places in enumerate(in_message) if places])


def _error_text(error: Exception) -> str:
    return str(error) if isinstance(error, NotAConverterError) else f"{type(error).__name__}: {error}"
