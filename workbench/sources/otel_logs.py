"""OpenTelemetry log records of model calls: one event for each message (up to version 1.36 of the GenAI convention), or
one event with all details of a call.

The records of one span are one call. They are in an OTLP file or are written one by one by a console exporter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.origin import Facts
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns
from workbench.sources.contract import Found, Material, NothingToJudgeError, Source
from workbench.sources.reading import Object, as_object, as_text, has, member, objects, opened
from workbench.sources.recorded_calls import call_in, longest_histories
from workbench.sources.spans import plain_value

_LOGS = ("resourceLogs", "resource_logs")
_SCOPES = ("scopeLogs", "scope_logs")
_RECORDS = ("logRecords", "log_records")
_ROLES = {"gen_ai.system.message": "system", "gen_ai.user.message": "user"}
_ASSISTANT, _TOOL, _CHOICE = "gen_ai.assistant.message", "gen_ai.tool.message", "gen_ai.choice"
_DETAILS = "gen_ai.client.inference.operation.details"
_MESSAGES = "gen_ai.input.messages"
_SAMPLE = 200
_Record = tuple[Path, str, Object]


def recognise(material: Material) -> bool:
    first = islice(_records(Material(list(material.sample))), _SAMPLE)
    return next(_events(first), None) is not None


def _events(records: Iterable[tuple[Path, Object]]) -> Iterator[_Record]:
    """Yield the place, the name and the record of every event of the convention."""
    for place, record in records:
        named = record.get("eventName") or record.get("event_name") or _attributes(record).get("event.name")
        if (name := as_text(named)).startswith("gen_ai."):
            yield place, name, record


def _records(material: Material) -> Iterator[tuple[Path, Object]]:
    for place, value in material.records:
        if not any(isinstance(value.get(key), list) for key in _LOGS):
            if has(value, "attributes") and "body" in value:
                yield place, value
            continue
        for at, resource in _inside(value, place, _LOGS):
            for spot, scope in _inside(resource, at, _SCOPES):
                yield from _inside(scope, spot, _RECORDS)


def _inside(value: Object, place: Path, names: tuple[str, ...]) -> Iterator[tuple[Path, Object]]:
    for name in names:
        yield from objects(value.get(name), (*place, name))


def _attributes(record: Object) -> Object:
    held = record.get("attributes")
    if isinstance(held, dict):
        return held
    return {as_text(item.get("key")): plain_value(item.get("value")) for _, item in objects(held)}


def _place_of_messages(record: Object) -> Path:
    held = record.get("attributes")
    for place, item in objects(held, ("attributes",)):
        if item.get("key") == _MESSAGES:
            return (*place, "value", "stringValue") if has(item.get("value"), "stringValue") else (*place, "value")
    return ("attributes", _MESSAGES)


def read(material: Material) -> Iterator[Found]:
    spans: dict[tuple[str, str], list[_Record]] = {}
    for event in _events(_records(material)):
        record = event[2]
        trace = as_text(record.get("traceId") or record.get("trace_id"))
        spans.setdefault((trace, as_text(record.get("spanId") or record.get("span_id"))), []).append(event)
    calls = [found for events in spans.values() if (found := _call(events)) is not None]
    if not calls:
        raise NothingToJudgeError("its events have no messages (content capture is off)")
    yield from longest_histories(calls)


def _call(events: list[_Record]) -> Found | None:
    turns = ChatTurns()
    response: Json = None
    for place, name, record in events:
        held = _attributes(record)
        if name == _DETAILS:
            found = call_in(held.get(_MESSAGES), (*place, *_place_of_messages(record)))
            if found is not None:
                return found
        body = as_object(_plain_body(record))
        if name == _CHOICE:
            response = body.get("message")
        else:
            _add(turns, name, body, (*place, "body"))
    model = next((as_text(_attributes(record).get("gen_ai.request.model")) for _, _, record in events), "")
    if not turns.messages:
        return None
    return Found(turns.messages, turns.places, FORMAT, response=response, facts=Facts(model=model))


def _plain_body(record: Object) -> Json:
    body = record.get("body")
    is_wrapped = isinstance(body, dict) and len(body) == 1 and next(iter(body)).endswith("Value")
    return opened(plain_value(body) if is_wrapped else body)


def _add(turns: ChatTurns, name: str, body: Object, at: Path) -> None:
    """Add the message of an event. An event without content is not a message that can be judged."""
    content = body.get("content")
    if name in _ROLES and content is not None:
        turns.say(_ROLES[name], content, at)
    elif name == _TOOL and content is not None:
        turns.result(body.get("id"), content, at)
    elif name == _ASSISTANT:
        calls = [
            Call(call.get("id"), member(call, "function", "name"), member(call, "function", "arguments"), at)
            for _, call in objects(body.get("tool_calls"))
        ]
        if content is not None or calls:
            turns.answer(content, calls, at)


SOURCE = Source(
    "otel-genai",
    "OpenTelemetry log",
    recognise,
    read,
    stored=False,
    signs=frozenset({*_LOGS, "eventName", "event_name", "body"}),
)
