"""Answer a model's tool calls from the recording, so that a whole agent run is replayed and nothing is executed.

A call is answered when the recording has one of the same name and arguments. Of several such answers those after the
point of the replay come first, each once; when all are used, the last is given again. Any other call is the user's
choice, or the end of the replay.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from workbench.formats import FORMATS
from workbench.formats.contract import Event
from workbench.json.pointer import Path, leaves
from workbench.json.text import Json, compact, object_or_none


class Asked(NamedTuple):
    """A call that the model makes now."""

    id: Json
    name: Json
    arguments: Json
    """The object, or the text where it holds none."""


class Recorded(NamedTuple):
    """A call of the recording and the message that answered it."""

    name: Json
    arguments: Json
    result: Event


Choose = Callable[[Asked, Sequence[Recorded]], Recorded | str | None]
"""The user's choice for a call that was not recorded: one of the recorded answers, a text, or None to stop."""


class RecordedTools:
    def __init__(self, wire: str, messages: Sequence[Json], start: int = 0, choose: Choose | None = None) -> None:
        """`messages` is the whole recording on the wire, `start` the number of messages that the replay begins with."""
        self._wire = FORMATS[wire]
        self._choose = choose
        self._answers: dict[str, list[Recorded]] = {}
        calls: dict[Json, Event] = {}
        found: list[Recorded] = []
        for index, message in enumerate(messages):
            for event in self._wire.read(message, index):
                key = event.id if isinstance(event.id, (str, int)) else None
                if event.kind == "call":
                    calls[key] = event
                elif event.kind == "result" and key in calls:
                    call = calls[key]
                    found.append(Recorded(call.name, _arguments(call.value), event))
        self._all = sorted(found, key=lambda one: one.result.message < start)
        for answer in self._all:
            self._answers.setdefault(_key(answer.name, answer.arguments), []).append(answer)

    def answer(self, call: Asked) -> Json | None:
        """The result that answers a call, under the id it was asked with; None if there is none."""
        waiting = self._answers.get(_key(call.name, call.arguments))
        if waiting:
            chosen: Recorded | str | None = waiting.pop(0) if len(waiting) > 1 else waiting[0]
        else:
            chosen = self._choose(call, tuple(self._all)) if self._choose else None
        if isinstance(chosen, Recorded):
            return _with(chosen.result.raw, chosen.result.places.get("id", ()), call.id)
        if chosen is None or self._wire.answer is None:
            return None
        return self._wire.answer(call.id, call.name, chosen)

    def messages(self, results: list[Json]) -> list[Json]:
        """The results of one turn as the wire carries them: one message, or each its own."""
        return [self._wire.envelope(results)] if self._wire.envelope else results


def asked(wire: str, messages: Sequence[Json]) -> list[Asked]:
    """The calls that the client has to run in a response's messages."""
    events = [event for message in messages for event in FORMATS[wire].read(message, 0)]
    return [Asked(event.id, event.name, _arguments(event.value)) for event in events if event.kind == "call"]


def _arguments(value: object) -> Json:
    held = object_or_none(value)
    return value if held is None else held


def _key(name: object, arguments: object) -> str:
    """The order of an object's keys says nothing."""
    return compact([name, sorted((repr(path), compact(leaf)) for path, leaf in leaves(arguments))])


def _with(holder: object, path: Path, value: object) -> Json:
    if not path or not isinstance(holder, dict):
        return holder
    step, *rest = path
    return {**holder, step: _with(holder.get(step), tuple(rest), value) if rest else value}
