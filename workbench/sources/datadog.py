"""Datadog LLM Observability: spans with the messages of a call in `meta`, as the SDK sends and the API exports them."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.origin import Facts
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns
from workbench.sources.contract import Found, Material, NothingToJudgeError, Source
from workbench.sources.reading import as_text, has, in_text, member, objects
from workbench.sources.recorded_calls import longest_histories

_Spans = list[tuple[Path, dict[str, Json]]]


def recognise(material: Material) -> bool:
    return any(_kind(span) for _, span in _spans(Material(_start(material.value))))


def _start(value: Json) -> Json:
    return value[:20] if isinstance(value, list) else value


def _spans(material: Material) -> _Spans:
    """The spans themselves, those of a payload, and those of an answer of the API, which are attributes of its data."""
    found: _Spans = []
    for place, record in material.records:
        inside = [*objects(record.get("spans"), (*place, "spans"))]
        for at, item in objects(record.get("data"), (*place, "data")):
            if isinstance(item.get("attributes"), dict):
                inside.append(((*at, "attributes"), item["attributes"]))
        if isinstance(held := member(record, "data", "attributes", "spans"), list):
            inside += objects(held, (*place, "data", "attributes", "spans"))
        found += inside or [(place, record)]
    return found


def _kind(span: dict[str, Json]) -> str:
    """The kind of a span of LLM Observability; empty for any other object."""
    about = span.get("meta") if isinstance(span.get("meta"), dict) else span
    if not (has(about, "input") or has(about, "output")):
        return ""
    kind = member(about, "span.kind") or member(about, "span", "kind")
    if not kind and (has(span, "ml_app") or has(span, "span_id", "trace_id") or has(span, "span_id", "meta")):
        kind = member(about, "kind") or member(span, "span_kind")
    return as_text(kind)


def read(material: Material) -> Iterator[Found]:
    calls: list[Found] = []
    for place, span in _spans(material):
        if _kind(span) != "llm":
            continue
        inside = (*place, "meta") if isinstance(span.get("meta"), dict) else place
        held = span.get("meta")
        about = held if isinstance(held, dict) else span
        turns = ChatTurns()
        for at, message in objects(member(about, "input", "messages"), (*inside, "input", "messages")):
            _add(turns, message, at)
        if turns.messages:
            model = as_text(member(about, "metadata", "model_name") or about.get("model_name"))
            facts = Facts(as_text(span.get("name")), model, in_text(span.get("start_ns")))
            found = Found(turns.messages, turns.places, FORMAT, label=in_text(span.get("span_id")))
            calls.append(replace(found, facts=facts))
    if not calls:
        raise NothingToJudgeError("no span in it is a call of a model with messages")
    yield from longest_histories(calls)


def _add(turns: ChatTurns, message: dict[str, Json], at: Path) -> None:
    """Add a message. Calls and results are lists next to its text, both with the id of the call."""
    calls = [
        Call(call.get("tool_id"), call.get("name"), call.get("arguments") or {}, place)
        for place, call in objects(message.get("tool_calls"), (*at, "tool_calls"))
    ]
    results = list(objects(message.get("tool_results"), (*at, "tool_results")))
    role, words = as_text(message.get("role")), message.get("content")
    if calls:
        turns.answer(words, calls, at)
    for place, result in results:
        turns.result(result.get("tool_id"), result.get("result"), place)
    if not calls and not results and words not in (None, ""):
        if role == "tool":
            turns.result(message.get("tool_id") or message.get("tool_call_id"), words, at)
        else:
            turns.say(role or "user", words, at)


SOURCE = Source(
    "datadog",
    "Datadog LLM Observability trace",
    recognise,
    read,
    stored=False,
    signs=frozenset({"meta", "ml_app", "spans", "data", "span_kind"}),
)
