"""Mastra: the messages that its memory stores, each with the parts of a UI message, and the spans of its traces."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.origin import Facts
from workbench.sources.contract import RECORDS, TABLES, Found, Material, NothingToJudgeError, Source
from workbench.sources.reading import as_text, has, in_text, member, objects, opened
from workbench.sources.recorded_calls import answer_in, call_in, longest_histories
from workbench.sources.transcript import Transcript

_TABLE = "mastra_messages"
_FORMATS = {"2": "vercel-v4-ui", "3": "vercel-v5-ui"}
_MODEL_CALLS = frozenset({"model_generation", "llm_generation"})
_Rows = list[tuple[Path, dict[str, Json]]]


def recognise(material: Material) -> bool:
    if material.kind == TABLES:
        return has(member(material.value, _TABLE, 0), "thread_id", "role", "content")
    return (
        material.mostly(_is_message) or any(_is_message(row) for _, row in _listed(material)[:3]) or _is_trace(material)
    )


def _is_message(row: object) -> bool:
    content = opened(member(row, "content")) if has(row, "role") else None
    return has(content, "format") and isinstance(member(content, "parts"), list)


def _listed(material: Material) -> _Rows:
    return list(objects(material.object.get("messages"), ("messages",)))


def _is_trace(material: Material) -> bool:
    return (
        any(has(record, "spans") for record in material.sample[:1]) and next(_model_calls(material), None) is not None
    )


def read(material: Material) -> Iterator[Found]:
    if material.kind == TABLES:
        rows: _Rows = list(objects(material.object.get(_TABLE), (_TABLE,)))
    else:
        rows = _listed(material) or list(material.records)
    rows = [(place, row) for place, row in rows if _is_message(row)]
    if not rows:
        return _calls(material)
    return _threads(rows)


def _threads(rows: _Rows) -> Iterator[Found]:
    threads: dict[str, _Rows] = {}
    for place, row in sorted(rows, key=lambda spot: in_text(spot[1].get("createdAt"))):
        threads.setdefault(in_text(row.get("threadId") or row.get("thread_id")), []).append((place, row))
    for thread, listed in threads.items():
        written = {str(member(opened(row["content"]), "format")) for _, row in listed}
        if len(written) > 1 or not written <= _FORMATS.keys():
            raise NothingToJudgeError("its messages are in a version that is not known here, or in several")
        transcript = Transcript()
        for place, row in listed:
            _add(transcript, row, place)
        when = in_text(listed[-1][1].get("createdAt"))
        form = _FORMATS[written.pop()]
        yield Found(transcript.messages, transcript.places, form, label=thread, facts=Facts(thread, when=when))


def _add(transcript: Transcript, row: dict[str, Json], place: Path) -> None:
    """A UI message as the library that sends it takes it. Parts of data are the program's own."""
    content = opened(row["content"])
    parts = [
        (part, (*place, "content", "parts", number))
        for number, part in enumerate(content["parts"])
        if not as_text(member(part, "type")).startswith("data-")
    ]
    if content["format"] == 2:
        words = as_text(content.get("content")) or "\n".join(
            as_text(part.get("text")) for part, _ in parts if member(part, "type") == "text"
        )
        message: dict[str, Json] = {"role": row.get("role"), "content": words, "parts": [part for part, _ in parts]}
    else:
        message = {"role": row.get("role"), "parts": [part for part, _ in parts]}
    if row.get("id") is not None:
        message["id"] = row["id"]
    transcript.add(message, place, ((("parts", number), spot) for number, (_, spot) in enumerate(parts)))


def _calls(material: Material) -> Iterator[Found]:
    calls: list[Found] = []
    for place, span in _model_calls(material):
        found = call_in(span.get("input"), (*place, "input"))
        if found is not None:
            facts = Facts(as_text(span.get("name")), as_text(member(span, "attributes", "model")))
            label = in_text(span.get("spanId") or span.get("id"))
            calls.append(replace(found, label=label, facts=facts, response=answer_in(span.get("output"))))
    yield from longest_histories(calls)


def _model_calls(material: Material) -> Iterator[tuple[Path, dict[str, Json]]]:
    """The spans of a trace that are calls of a model; exports keep spans in a list or as a tree."""
    pending: list[tuple[Path, dict[str, Json]]] = [
        spot for place, record in material.records for spot in objects(record.get("spans"), (*place, "spans"))
    ][::-1]
    while pending:
        place, node = pending.pop()
        held = node.get("span")
        span, at = (held, (*place, "span")) if isinstance(held, dict) else (node, place)
        kind = as_text(span.get("spanType") or span.get("type"))
        if kind in _MODEL_CALLS and has(span, "traceId", "input"):
            yield at, span
        pending += list(objects(node.get("children"), (*place, "children")))[::-1]


SOURCE = Source(
    "mastra",
    "Mastra store",
    recognise,
    read,
    RECORDS | {TABLES},
    signs=frozenset({"createdAt", "threadId", "thread_id", "messages", "spans"}),
)
