"""Answer a model's tool calls from the recording, so that an entire agent run is replayed without executing anything.

A call is answered if the recording contains a call with the same name and arguments. If there are several, the answers
after the replay's starting point come first, each used once; then the last one repeats. For any other call the user
chooses an answer, or the replay ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from workbench.formats import FORMATS, Format
from workbench.formats.contract import Event
from workbench.json.pointer import Path, leaves
from workbench.json.text import Json, compact, object_or_none


class ToolCall(NamedTuple):
    """A call that the model makes in this replay."""

    id: Json
    name: Json
    arguments: Json
    """The arguments as an object, or their text if that is not a JSON object."""


class RecordedCall(NamedTuple):
    """A call in the recording, with its result."""

    name: Json
    arguments: Json
    result: Event


Choose = Callable[[ToolCall, Sequence[RecordedCall]], RecordedCall | str | None]
"""Chooses the answer to an unrecorded call: the result of a recorded one, a text, or None to stop."""


class RecordedTools:
    def __init__(self, wire: str, messages: Sequence[Json], start: int = 0, choose: Choose | None = None) -> None:
        """`messages` is the entire recording in the wire format; the replay starts after the first `start` of them."""
        self._wire = FORMATS[wire]
        self._choose = choose
        self._recorded = sorted(_recorded_calls(self._wire, messages), key=lambda call: call.result.message < start)
        self._unused: dict[str, list[RecordedCall]] = {}
        for call in self._recorded:
            self._unused.setdefault(_key(call.name, call.arguments), []).append(call)

    def answer(self, call: ToolCall) -> Any:
        """Return the result for a call, with that call's id, or None if there is no result."""
        unused = self._unused.get(_key(call.name, call.arguments))
        if unused:
            chosen: RecordedCall | str | None = unused.pop(0) if len(unused) > 1 else unused[0]
        else:
            chosen = self._choose(call, tuple(self._recorded)) if self._choose else None
        if isinstance(chosen, RecordedCall):
            return _replace_at(chosen.result.raw, chosen.result.places.get("id", ()), call.id)
        if chosen is None or self._wire.answer is None:
            return None
        return self._wire.answer(call.id, call.name, chosen)

    def messages(self, results: list[Json]) -> list[Json]:
        """Return the results of one turn as messages: one for all, or one each, depending on the wire format."""
        return [self._wire.envelope(results)] if self._wire.envelope else results


def _recorded_calls(wire: Format, messages: Sequence[Json]) -> Iterator[RecordedCall]:
    calls: dict[Json, Event] = {}
    for index, message in enumerate(messages):
        for event in wire.read(message, index):
            key = event.id if isinstance(event.id, (str, int)) else None
            if event.kind == "call":
                calls[key] = event
            elif event.kind == "result" and key in calls:
                call = calls[key]
                yield RecordedCall(call.name, _arguments(call.value), event)


def tool_calls(wire: str, messages: Sequence[Json]) -> list[ToolCall]:
    """Return the calls in a response's messages that the client has to run."""
    events = [event for message in messages for event in FORMATS[wire].read(message, 0)]
    return [ToolCall(event.id, event.name, _arguments(event.value)) for event in events if event.kind == "call"]


def _arguments(value: object) -> Json:
    parsed = object_or_none(value)
    return value if parsed is None else parsed


def _key(name: object, arguments: object) -> str:
    """Return a key that is equal for equal calls, whatever the order of the keys in their arguments."""
    return compact([name, sorted((repr(path), compact(leaf)) for path, leaf in leaves(arguments))])


def _replace_at(container: object, path: Path, value: object) -> Json:
    if not path or not isinstance(container, dict):
        return container
    step, *rest = path
    return {**container, step: _replace_at(container.get(step), tuple(rest), value) if rest else value}
