"""Properties of every edge."""

from __future__ import annotations

import copy
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openai.types.chat import ChatCompletionMessageParam
from pydantic import TypeAdapter, ValidationError

from tests.strategies import HISTORIES
from tests.strategies.json_values import json_values
from workbench.converters import EDGES, Edge, converted_messages
from workbench.formats import FORMATS

KEYS = ["role", "speaker", "parts", "blocks", "content", "type", "kind", "text", "data", "tool_calls", "tool_call_id"]
KEYS += ["id", "name", "function", "arguments", "metadata", "file", "image_url", "tool_results", "result", "status"]
WORDS = ["user", "assistant", "agent", "tool", "system", "human", "ai", "text", "data", "file", "tool_call", "image"]
WORDS += ["tool_response", "tool-call", "tool-result", "image_url", "media", "function", "refusal", "input_audio"]

crooked: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(WORDS) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=6),
    max_leaves=20,
)
"""Values with the keys of conversations but in arbitrary shapes."""


def name_of(edge: Edge) -> str:
    return f"{edge.source} to {edge.target}"


EVERY_EDGE = pytest.mark.parametrize("edge", EDGES, ids=name_of)
KNOWN_SOURCES = pytest.mark.parametrize("edge", [edge for edge in EDGES if edge.source in HISTORIES], ids=name_of)


@EVERY_EDGE
@settings(deadline=None, max_examples=60)
@given(messages=st.lists(crooked | json_values, max_size=5))
def test_no_json_value_raises(edge: Edge, messages: list[Any]) -> None:
    for row in edge.convert(messages, {}):
        assert all(0 <= source < len(messages) for source in row.sources)


@EVERY_EDGE
def test_deep_nesting_does_not_raise(edge: Edge) -> None:
    deep: Any = "end"
    for _ in range(20_000):
        deep = [deep]
    messages: list[Any] = [
        {"role": "tool", "tool_call_id": "call_1", "content": deep},
        {"role": "user", "parts": [{"kind": "data", "data": {"tool_results": [{"call_id": "1", "output": deep}]}}]},
        {"speaker": "tool", "blocks": [{"type": "tool_response", "callId": "1", "result": deep}]},
        {"role": "assistant", "content": deep, "tool_calls": deep},
    ]
    assert isinstance(list(edge.convert(messages, {})), list)


@KNOWN_SOURCES
@settings(deadline=None, max_examples=60)
@given(data=st.data())
def test_the_source_is_not_modified(edge: Edge, data: st.DataObject) -> None:
    messages = data.draw(HISTORIES[edge.source])
    before = copy.deepcopy(messages)
    assert list(edge.convert(messages, {})) == list(edge.convert(messages, {}))
    assert messages == before


@pytest.mark.parametrize(
    "edge", [edge for edge in EDGES if {edge.source, edge.target} <= {"icontent", "openai-chat", "a2a"}], ids=name_of
)
@settings(deadline=None, max_examples=60)
@given(data=st.data())
def test_valid_messages_stay_valid(edge: Edge, data: st.DataObject) -> None:
    messages = [message for message in data.draw(HISTORIES[edge.source]) if is_valid(edge.source, message)]
    for row in edge.convert(messages, {}):
        if row.slot != "messages":
            continue
        FORMATS[edge.target].model().validate_python(row.message)
        if edge.target == "openai-chat":
            openai_types().validate_python(row.message)


def is_valid(format_name: str, message: Any) -> bool:
    try:
        FORMATS[format_name].model().validate_python(message)
    except ValidationError:
        return False
    return True


@cache
def openai_types() -> TypeAdapter[Any]:
    """Return the request types that the `openai` package publishes."""
    return TypeAdapter(ChatCompletionMessageParam)


def test_converted_messages_do_not_contain_the_system_prompt() -> None:
    contents: list[Any] = [
        {"speaker": "system", "blocks": [{"type": "text", "text": "Be short."}]},
        {"speaker": "human", "blocks": [{"type": "text", "text": "Hi"}]},
    ]
    text = {"role": "user", "content": [{"type": "text", "text": "Hi"}]}
    assert converted_messages(contents, "icontent", "anthropic") == [text]
    assert converted_messages(contents, "icontent", "icontent") == contents
