"""The event stream of a LangChain runnable (`astream_events`): only the start of a model call has what was sent."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from workbench.json.text import JsonObject
from workbench.origin import Facts
from workbench.sources.contract import Found, Material, NothingToJudgeError, Source
from workbench.sources.reading import as_text, has, member
from workbench.sources.recorded_calls import call_in, longest_histories

_STARTS = ("on_chat_model_start", "on_llm_start")


def recognise(material: Material) -> bool:
    return material.mostly(_is_event)


def _is_event(record: JsonObject) -> bool:
    return as_text(record.get("event")).startswith("on_") and has(record, "run_id", "data")


def read(material: Material) -> Iterator[Found]:
    calls = []
    for place, record in material.records:
        if record.get("event") in _STARTS:
            call = call_in(member(record, "data", "input"), (*place, "data", "input"))
            if call is not None:
                facts = Facts(as_text(record.get("name")), as_text(member(record, "metadata", "ls_model_name")))
                calls.append(replace(call, label=as_text(record.get("run_id")), facts=facts))
    if not calls:
        raise NothingToJudgeError("none of its events is the start of a model call with messages")
    yield from longest_histories(calls)


SOURCE = Source("langchain", "LangChain event stream", recognise, read, stored=False, signs=frozenset({"event"}))
