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
from tests.strategies.crooked_messages import CHAT, OF_FORMAT, crooked_messages, crooked_values
from workbench.converters import EDGES, Edge, converted_messages
from workbench.formats import FORMATS


def name_of(edge: Edge) -> str:
    return f"{edge.source} to {edge.target}"


EVERY_EDGE = pytest.mark.parametrize("edge", EDGES, ids=name_of)
KNOWN_SOURCES = pytest.mark.parametrize("edge", [edge for edge in EDGES if edge.source in HISTORIES], ids=name_of)


@EVERY_EDGE
@settings(deadline=None, max_examples=60)
@given(data=st.data())
def test_no_value_raises_or_is_modified(edge: Edge, data: st.DataObject) -> None:
    messages = data.draw(st.lists(crooked_messages(edge.source) | crooked_messages(edge.target), max_size=4))
    value = data.draw(crooked_values(OF_FORMAT.get(edge.source, CHAT)))
    request_settings: dict[str, Any] = {"system": value, "systemInstruction": value, "instructions": value}
    before = copy.deepcopy((messages, request_settings))
    for row in edge.convert(messages, request_settings):
        assert all(0 <= source < len(messages) for source in row.sources)
    assert (messages, request_settings) == before


@EVERY_EDGE
@pytest.mark.parametrize("part", [{"type": "text"}, {"type": "text", "file": {}}, {"type": "image"}, {"kind": "text"}])
def test_a_part_without_its_data_does_not_raise(edge: Edge, part: Any) -> None:
    whole = {"role": "user", "speaker": "human", "type": "human", "content": [part], "blocks": [part], "parts": [part]}
    without_kind = {key: value for key, value in whole.items() if key != "type"}
    assert isinstance(list(edge.convert([whole, without_kind], {})), list)


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


@pytest.mark.parametrize(
    "edge", [edge for edge in EDGES if {edge.source, edge.target} & {"anthropic", "bedrock-converse"}], ids=name_of
)
@pytest.mark.parametrize("block", ["tool_result content", "tool_response result", "image callId", " toolResult"])
def test_deep_nesting_of_blocks_does_not_raise(edge: Edge, block: str) -> None:
    kind, key = block.split(" ")
    deep: Any = "end"
    for _ in range(20_000):
        deep = [{"type": kind, key: deep} if kind else {key: {"toolUseId": "a", "content": deep}}]
    messages = [{"role": "user", "speaker": "tool", "content": deep, "blocks": deep}, {"role": deep, "speaker": deep}]
    assert list(edge.convert([*messages, *messages], {"system": deep}))


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
