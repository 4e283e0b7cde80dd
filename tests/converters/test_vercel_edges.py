"""Properties of the edges between the formats of the AI SDK, and from them to OpenAI and IContent."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies import HISTORIES
from workbench.converters import EDGES, Edge, route
from workbench.converters.tool_ids import wire_id
from workbench.formats import FORMATS
from workbench.formats.contract import Event
from workbench.json.text import compact

VERCEL = [edge for edge in EDGES if edge.source.startswith("vercel")]
EVERY_EDGE = pytest.mark.parametrize("edge", VERCEL, ids=lambda edge: f"{edge.source} to {edge.target}")


@EVERY_EDGE
@settings(deadline=None, max_examples=60)
@given(data=st.data())
def test_valid_messages_stay_valid(edge: Edge, data: st.DataObject) -> None:
    for row in edge.convert(data.draw(HISTORIES[edge.source]), {}):
        if row.slot != "messages":
            continue
        FORMATS[edge.target].model().validate_python(row.message)


def convert(messages: list[Any], *stops: str) -> list[Any]:
    for edge in route(stops[0], stops[-1], stops[1:-1]):
        messages = [row.message for row in edge.convert(messages, {}) if row.slot == "messages"]
    return messages


def contents_of(name: str, messages: list[Any], *kinds: str) -> list[tuple[Any, ...]]:
    """Return the contents of the events in order, without their locations. Server tools count like other tools."""
    events = [event for index, message in enumerate(messages) for event in FORMATS[name].read(message, index)]
    return [_text_of(event) for event in events if event.kind.removeprefix("server_") in kinds]


def _text_of(event: Event) -> tuple[Any, ...]:
    return event.kind.removeprefix("server_"), event.id, event.name, compact(event.value), event.failed


@settings(deadline=None, max_examples=60)
@given(HISTORIES["vercel-v4-core"])
def test_core_to_model_and_back_preserves_all_contents(messages: list[Any]) -> None:
    back = convert(messages, "vercel-v4-core", "vercel-v5-model", "vercel-v4-core")
    kinds = ("text", "call", "result", "image", "file", "thought")
    assert contents_of("vercel-v4-core", back, *kinds) == contents_of("vercel-v4-core", messages, *kinds)


@settings(deadline=None, max_examples=60)
@given(HISTORIES["vercel-v4-core"])
def test_core_to_icontent_and_back_preserves_texts_calls_and_results(messages: list[Any]) -> None:
    back = convert(messages, "vercel-v4-core", "icontent", "vercel-v4-core")
    kinds = ("call", "result")
    expected = [
        (kind, wire_id(call_id), name, '""' if (kind, value) == ("result", "null") else value, failed)
        for kind, call_id, name, value, failed in contents_of("vercel-v4-core", messages, *kinds)
    ]
    assert contents_of("vercel-v4-core", back, *kinds) == expected


def with_distinct_ids(messages: list[Any]) -> bool:
    """Return the messages with a different id for every call, so that results match calls in only one way."""
    calls = [words[1] for words in contents_of("vercel-v5-model", messages, "call")]
    results = [words[1] for words in contents_of("vercel-v5-model", messages, "result")]
    return len(set(calls)) == len(calls) and set(results) <= set(calls) and len(set(results)) == len(results)


@settings(deadline=None, max_examples=100)
@given(HISTORIES["vercel-v5-ui"])
def test_model_to_ui_and_back_preserves_each_call_with_its_result(stored: list[Any]) -> None:
    messages = convert(stored, "vercel-v5-ui", "vercel-v5-model")
    if not with_distinct_ids(messages):
        return
    back = convert(messages, "vercel-v5-model", "vercel-v5-ui", "vercel-v5-model")
    kinds = ("text", "call", "thought", "image")
    assert contents_of("vercel-v5-model", back, *kinds) == contents_of("vercel-v5-model", messages, *kinds)
    results = contents_of("vercel-v5-model", messages, "result")
    assert Counter(contents_of("vercel-v5-model", back, "result")) == Counter(results)


@settings(deadline=None, max_examples=60)
@given(HISTORIES["vercel-v4-ui"])
def test_all_tool_contents_of_a_ui_message_reach_core(stored: list[Any]) -> None:
    kinds = ("call", "result")
    core = convert(stored, "vercel-v4-ui", "vercel-v4-core")
    assert Counter(contents_of("vercel-v4-core", core, *kinds)) == Counter(contents_of("vercel-v4-ui", stored, *kinds))


@settings(deadline=None, max_examples=60)
@given(HISTORIES["vercel-v5-model"])
def test_every_result_is_sent(messages: list[Any]) -> None:
    wire = convert(messages, "vercel-v5-model", "openai-chat")
    results = Counter(words[1] for words in contents_of("vercel-v5-model", messages, "result"))
    assert Counter(words[1] for words in contents_of("openai-chat", wire, "result")) == results


@pytest.mark.parametrize(
    ("source", "target"),
    list(
        permutations(
            ["vercel-v4-core", "vercel-v4-ui", "vercel-v5-model", "vercel-v5-ui", "icontent", "openai-chat"], 2
        )
    ),
)
def test_any_two_of_these_formats_are_connected(source: str, target: str) -> None:
    assert route(source, target)[-1].target == target


def test_a_huge_step_number_costs_nothing() -> None:
    invocation = {"state": "result", "toolCallId": "c", "toolName": "f", "args": {}, "result": 1, "step": 10**12}
    stored: list[Any] = [{"role": "assistant", "content": "", "toolInvocations": [invocation]}]
    assert [message["role"] for message in convert(stored, "vercel-v4-ui", "vercel-v4-core")] == ["assistant", "tool"]
