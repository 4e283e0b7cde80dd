"""Losses on the way: what a conversation has in the file and no longer has on the wire, and what ids become.

These rules compare the history as given with the last column of its route. They see events, not fields; single
fields that fall out are found once per shape of message, by probing (`value-lost`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from workbench.checks.journey import Journey
from workbench.formats.contract import Event
from workbench.json.pointer import follow
from workbench.json.text import Json, compact, object_or_none
from workbench.rules.contract import Violation, at, at_message, route_rule
from workbench.targets.contract import ERROR, INFO, WARNING, Target
from workbench.tool_ids import normalize_to_openai_tool_id

_PYTHON_REPR = re.compile(r"""\s*[\[{(].*(?:'[^']*'\s*[:,\])}]|\b(?:None|True|False)\b)""", re.DOTALL)
_EMPTY_CONTENT: tuple[Json, ...] = ("", None, [], {})


@route_rule("LO502", "message-dropped", ERROR)
def message_dropped(journey: Journey, target: Target) -> Iterator[Violation]:
    """A message has no place in the converted history.

    Spec 000 drops every message of the speaker `tool` that has no tool_response block (line 39), and every unknown
    speaker. What it said never reaches the model. It is an error if a call or a result goes with it.

    Bad (openai):
        [{"speaker": "human", "blocks": [{"type": "text", "text": "Hello"}]},
         {"speaker": "tool", "blocks": [{"type": "text", "text": "The build is green."}]}]
    Good (openai):
        [{"speaker": "human", "blocks": [{"type": "text", "text": "Hello"}]},
         {"speaker": "human", "blocks": [{"type": "text", "text": "The build is green."}]}]
    """
    if not journey.is_converted:
        return
    for index in sorted(set(range(len(journey.internal.messages))) - journey.reached):
        events = journey.internal.of_message(index)
        if not events:
            continue
        lost_tool = any(event.kind in ("call", "result") for event in events)
        text = "The message falls out of the conversion; the model never sees it."
        severity = None if lost_tool else WARNING
        yield at_message(index, text, severity=severity, cause=_cause(events[0]))


@route_rule("LO503", "block-dropped", ERROR)
def block_dropped(journey: Journey, target: Target) -> Iterator[Violation]:
    """A block of a message has no place in the converted message.

    Spec 000 keeps of a message with a tool_response only the responses, of the assistant only text and calls, of the
    system only text. A tool call that is lost this way leaves its result without a call: that is an error. Thinking is
    not meant for every API: that it stays behind is only noted.

    Bad (openai):
        [{"speaker": "ai", "blocks": [{"type": "tool_call", "id": "hist_tool_1", "name": "f", "parameters": {}}]},
         {"speaker": "human", "blocks": [{"type": "tool_response", "callId": "hist_tool_1", "result": "a"},
           {"type": "text", "text": "Go on."}]}]
    Good (openai):
        [{"speaker": "ai", "blocks": [{"type": "tool_call", "id": "hist_tool_1", "name": "f", "parameters": {}}]},
         {"speaker": "tool", "blocks": [{"type": "tool_response", "callId": "hist_tool_1", "result": "a"}]},
         {"speaker": "human", "blocks": [{"type": "text", "text": "Go on."}]}]
    """
    if not journey.is_converted:
        return
    sources = journey.stages.wire.sources
    for index, positions in journey.positions.items():
        if len(positions) == 1 and journey.carries_all_kinds(index, positions[0]):
            continue  # as of nearly all
        if any(len(sources[position]) > 1 for position in positions):
            continue  # merged with others, where a count tells nothing
        there = [event for position in positions for event in journey.on_wire(position)]
        for event in _not_carried(journey.internal.of_message(index), there):
            severity = {"call": ERROR, "thought": INFO}.get(event.kind, WARNING)
            text = f"The {_WORDS.get(event.kind, event.kind)} falls out of the conversion."
            yield at(event, text, severity=severity, cause=_cause(event))


_WORDS = {"call": "tool call", "result": "tool result", "thought": "thinking", "server_call": "server tool call"}


def _cause(event: Event) -> str:
    """A lost call leaves an orphan on the wire and a lost result an unanswered call: they share the cause's word."""
    if event.kind in ("call", "result") and isinstance(event.id, str):
        return f"{'orphan' if event.kind == 'call' else 'missing'} {normalize_to_openai_tool_id(event.id)}"
    return f"dropped {event.message} {event.path}"


def _not_carried(here: list[Event], there: list[Event]) -> list[Event]:
    """Events that have no counterpart on the other side. Texts are joined, so one there may hold many of here."""
    said = "\0".join([event.value for event in there if _is_said(event)])
    left = [event for event in here if not (_is_said(event) and event.value in said)]
    return left and _not_counted(left, [event.kind for event in there])


def _is_said(event: Event) -> bool:
    return event.kind == "text" and isinstance(event.value, str)


def _not_counted(left: list[Event], kinds_there: list[str]) -> list[Event]:
    """Of the events whose text was not found, those that the other side has fewer of."""
    used = {"call": 0, "result": 0}
    lost: list[Event] = []
    for event in left:
        if event.kind in used:
            used[event.kind] += 1
            is_lost = used[event.kind] > kinds_there.count(event.kind)
        else:
            is_known = event.kind in kinds_there or event.value in _EMPTY_CONTENT
            is_lost = event.kind == "other" or _is_said(event) or not is_known
        if is_lost:
            lost.append(event)
    return lost


@route_rule("LO504", "error-text-lost", WARNING)
def error_text_lost(journey: Journey, target: Target) -> Iterator[Violation]:
    """Why a tool failed is lost: the model sees that it failed, or not even that, and an empty result.

    Spec 000 sets `isError` (line 147) and never copies the text; on OpenAI's wire the flag has no place either.

    Bad (openai):
        [{"speaker": "ai", "blocks": [{"type": "tool_call", "id": "hist_tool_1", "name": "f", "parameters": {}}]},
         {"speaker": "tool", "blocks": [{"type": "tool_response", "callId": "hist_tool_1", "result": "",
           "error": "permission denied"}]}]
    Good (openai):
        [{"speaker": "ai", "blocks": [{"type": "tool_call", "id": "hist_tool_1", "name": "f", "parameters": {}}]},
         {"speaker": "tool", "blocks": [{"type": "tool_response", "callId": "hist_tool_1",
           "result": "permission denied", "status": "error"}]}]
    """
    for result in journey.internal.results:
        error = result.raw.get("error") if result.failed and isinstance(result.raw, dict) else None
        if isinstance(error, str) and error and result.value != error and not _says(journey, result, error):
            yield at(result, "Why the tool failed is not told to the model.", "error")


def _says(journey: Journey, result: Event, words: str) -> bool:
    for position in journey.positions.get(result.message, ()):
        for event in journey.on_wire(position):
            if words in str(event.value):
                return True
    return False


@route_rule("LO505", "falsy-result-erased", WARNING)
def falsy_result_erased(journey: Journey, target: Target) -> Iterator[Violation]:
    """A result that says nothing, no or zero becomes an empty text.

    Read literally, spec 000's `result OR ''` (line 142) erases 0 and false too; here only null and absent are.

    Bad (openai):
        [{"speaker": "ai", "blocks": [{"type": "tool_call", "id": "hist_tool_1", "name": "f", "parameters": {}}]},
         {"speaker": "tool", "blocks": [{"type": "tool_response", "callId": "hist_tool_1", "result": null}]}]
    Good (openai):
        [{"speaker": "ai", "blocks": [{"type": "tool_call", "id": "hist_tool_1", "name": "f", "parameters": {}}]},
         {"speaker": "tool", "blocks": [{"type": "tool_response", "callId": "hist_tool_1", "result": 0}]}]
    """
    for result in journey.internal.results if journey.is_converted else ():
        has_value = isinstance(result.raw, dict) and result.places.get("value", ("",))[0] in result.raw
        if result.value in (None, False, 0) and has_value and not result.failed:
            outputs = [
                event.value
                for position in journey.positions.get(result.message, ())
                for event in journey.on_wire(position)
                if event.kind == "result"
            ]
            if outputs and all(value == "" for value in outputs):
                yield at(result, f"The result {_json_word(result.value)} becomes an empty text.", "value")


def _json_word(value: Json) -> str:
    return {None: "null", False: "false"}.get(value, str(value))


@route_rule("LO506", "python-repr-output", WARNING)
def python_repr_output(journey: Journey, target: Target) -> Iterator[Violation]:
    """A tool result is written as Python prints it and not as JSON.

    Single quotes, None and True are no JSON, so no program can read it back. It comes from `str()` where `json.dumps`
    belongs.

    Bad (openai):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "f", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "{'ok': True, 'items': None}"}]
    Good (openai):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "f", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "{\\"ok\\": true, \\"items\\": null}"}]
    """
    for result in journey.internal.results:
        if isinstance(result.value, str) and looks_like_python(result.value):
            yield at(result, "The result is Python's way of printing, not JSON.", "value")


def looks_like_python(text: str) -> bool:
    """Whether a text is the print of a Python dict or list, and surely no JSON."""
    if text.startswith('{"'):  # as most results do
        return False
    stripped = text.strip()
    closed = stripped[:1] + stripped[-1:] in ("{}", "[]", "()")
    return closed and len(stripped) < 100_000 and '"' not in stripped[:2] and bool(_PYTHON_REPR.match(stripped[:2000]))


@route_rule("LO507", "round-trip-changed", INFO)
def round_trip_changed(journey: Journey, target: Target) -> Iterator[Violation]:
    """What the assistant said or called is not the same after the way to the API and back.

    Told once for all messages of one shape. Ids that do not come back have a rule of their own.

    Bad (openai):
        [{"speaker": "human", "blocks": [{"type": "text", "text": "Hello"}]},
         {"speaker": "ai", "blocks": [{"type": "text", "text": "One."}, {"type": "text", "text": "Two."}]}]
    Good (openai):
        [{"speaker": "human", "blocks": [{"type": "text", "text": "Hello"}]},
         {"speaker": "ai", "blocks": [{"type": "text", "text": "One."}]}]
    """
    for index in journey.representatives:
        if journey.internal.roles[index] != "assistant":
            continue
        response = journey.stages.response(index)
        back = journey.internal.format.read(response.back, index) if response else []
        said = Counter(_said(event) for event in back)
        for event in journey.internal.of_message(index) if response else ():
            if event.value not in _EMPTY_CONTENT and not said[_said(event)]:
                yield at(
                    event, f"The {_WORDS.get(event.kind, event.kind)} is not the same when it comes back.", "value"
                )
                break


def _said(event: Event) -> str:
    """What an event says, whatever its id and however its arguments are written."""
    return f"{event.kind} {event.name} {compact(object_or_none(event.value) or event.value)}"


@route_rule("LO501", "value-lost", INFO)
def value_lost(journey: Journey, target: Target) -> Iterator[Violation]:
    """A field of a message has no place in the converted message.

    Told once for all messages of one shape. Fields that other rules speak of are left out.

    Bad (openai):
        [{"speaker": "human", "blocks": [{"type": "text", "text": "Hello"}], "metadata": {"ts": 1731700211}}]
    Good (openai):
        [{"speaker": "human", "blocks": [{"type": "text", "text": "Hello"}]}]
    """
    if not journey.is_converted:
        return
    told: set[tuple[str | int, ...]] = set()
    for index in journey.representatives:
        for loss in journey.tracer.composed(index).losses if index in journey.reached else ():
            pattern = tuple("*" if isinstance(step, int) else step for step in loss.source.path)
            if loss.source.message != index or loss.presence_only or pattern in told:
                continue
            if follow(journey.internal.messages[index], loss.source.path) in _EMPTY_CONTENT:
                continue
            told.add(pattern)
            if not _spoken_of(journey, index, loss.source.path):
                words = ".".join(str(step) for step in pattern if step != "*")
                text = f"{words} has no place in the converted message."
                yield at_message(index, text, loss.source.path, cause=f"value {words}")


def _spoken_of(journey: Journey, index: int, path: tuple[str | int, ...]) -> bool:
    """Whether the value belongs to an event that `block-dropped` speaks of, or is the text of an error."""
    return path[-1:] == ("error",) or any(
        event.path and path[: len(event.path)] == event.path and path[len(event.path) :] in event.places.values()
        for event in journey.internal.of_message(index)
    )
