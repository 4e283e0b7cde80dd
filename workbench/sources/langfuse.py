"""Langfuse traces: lists of observations. Generations are the calls, and their inputs are often JSON strings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.origin import Facts
from workbench.sources.chat_turns import FORMAT, ChatTurns
from workbench.sources.contract import Found, Material, NothingToJudgeError, Source
from workbench.sources.reading import as_text, has, member, objects
from workbench.sources.recorded_calls import answer_in, call_in, joined_with_earlier, longest_histories
from workbench.sources.recorded_chat import add_recorded

_TYPES = frozenset({
    "GENERATION", "SPAN", "EVENT", "TOOL", "AGENT", "CHAIN", "RETRIEVER", "EMBEDDING", "EVALUATOR", "GUARDRAIL",
})  # fmt: skip
_Placed = tuple[Path, dict[str, Json]]


def _is_observation(value: Any) -> bool:
    named = (
        has(value, "traceId") or has(value, "trace_id") or has(value, "parentObservationId") or has(value, "startTime")
    )
    return as_text(member(value, "type")) in _TYPES and named and ("input" in value or "output" in value)


def _observations(material: Material) -> list[_Placed]:
    """Return observations in a trace, in a page of the API, or as single records."""
    found: list[_Placed] = []
    for place, record in material.records:
        if _is_observation(record):
            found.append((place, record))
        for key in ("observations", "data"):
            found += [spot for spot in objects(record.get(key), (*place, key)) if _is_observation(spot[1])]
        found += _ingested(record, place)
    return sorted(found, key=lambda spot: as_text(spot[1].get("startTime") or spot[1].get("start_time")))


def _ingested(record: dict[str, Json], place: Path) -> list[_Placed]:
    """Return generations from the events that an SDK sends to Langfuse, merged with their later updates."""
    bodies: dict[str, _Placed] = {}
    for at, event in objects(record.get("batch"), (*place, "batch")):
        kind, body = as_text(event.get("type")), event.get("body")
        if isinstance(body, dict) and kind in {"generation-create", "generation-update"}:
            name = as_text(body.get("id")) or str(at)
            earlier = bodies[name][1] if name in bodies else {}
            bodies[name] = ((*at, "body"), {**earlier, **body, "type": "GENERATION"})
    return list(bodies.values())


def recognise(material: Material) -> bool:
    first = material.sample[:3]
    if any(
        has(record, "trace", "observations") or (has(record, "observations") and has(record, "projectId"))
        for record in first
    ):
        return True
    return bool(_observations(Material(first)))


def read(material: Material) -> Iterator[Found]:
    calls = []
    for place, record in _observations(material):
        if record.get("type") == "GENERATION" and (found := _call(record, place)) is not None:
            calls.append(found)
    if not calls:
        raise NothingToJudgeError("none of its observations is a generation with messages")
    yield from longest_histories(joined_with_earlier(calls))


def _call(record: dict[str, Json], place: Path) -> Found | None:
    found = call_in(record.get("input"), (*place, "input"))
    if found is None:
        return None
    facts = Facts(
        title=as_text(record.get("name")),
        model=as_text(record.get("model")),
        when=as_text(record.get("startTime") or record.get("start_time")),
    )
    return replace(
        found,
        label=as_text(record.get("id")),
        facts=facts,
        at=found.at or (*place, "output"),
        response=answer_in(record.get("output")),
    )


SOURCE = Source(
    "langfuse",
    "Langfuse trace",
    recognise,
    read,
    stored=False,
    signs=frozenset({"observations", "traceId", "trace_id", "parentObservationId", "startTime", "data", "batch"}),
)


def recognise_chatml(material: Material) -> bool:
    """Whether this is the output of Langfuse's normaliser: observations of a trace by their ids."""
    held = list(material.object.values())[:3]
    return bool(held) and all(
        has(member(item, "input"), "success") or has(member(item, "output"), "success") for item in held
    )


def read_chatml(material: Material) -> Iterator[Found]:
    calls = []
    for key, held in material.object.items():
        data = member(held, "input", "data")
        turns, answer = ChatTurns(), ChatTurns()
        add_recorded(turns, data if isinstance(data, list) else [], (key, "input", "data"))
        output = member(held, "output", "data")
        add_recorded(answer, output if isinstance(output, list) else [], (key, "output", "data"))
        if turns.messages:
            at = (key, "output", "data")
            calls.append(
                Found(turns.messages, turns.places, FORMAT, at=at, response=answer.messages or None, label=key)
            )
    yield from longest_histories(joined_with_earlier(calls))


CHATML = Source(
    "langfuse-chatml",
    "Langfuse ChatML list",
    recognise_chatml,
    read_chatml,
    stored=False,
    signs=frozenset({"input", "output"}),
)
