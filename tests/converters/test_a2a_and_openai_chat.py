"""A2A ↔ Chat Completions."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from tests.strategies import a2a, openai_chat
from workbench.converters.a2a_to_openai_chat import a2a_to_openai_chat, convert_a2a_message_to_openai
from workbench.converters.openai_chat_to_a2a import openai_chat_to_a2a
from workbench.formats import FORMATS
from workbench.json.text import object_or_none


def to_openai(*messages: Any) -> list[Any]:
    return [row.message for row in a2a_to_openai_chat(messages, {})]


def to_a2a(*messages: Any) -> list[Any]:
    return [row.message for row in openai_chat_to_a2a(messages, {})]


@settings(deadline=None, max_examples=100)
@given(openai_chat.history)
def test_the_round_trip_preserves_roles_texts_calls_and_results(messages: list[Any]) -> None:
    spoken = [message for message in messages if FORMATS["openai-chat"].read(message, 0)]
    back = to_openai(*to_a2a(*spoken))
    assert [message["role"] for message in back] == [message["role"] for message in spoken]
    for before, after in zip(spoken, back, strict=True):
        assert joined(after["content"]) == joined(before["content"])
        assert after.get("tool_call_id") == before.get("tool_call_id")
        assert after.get("reasoning_content", "") == before.get("reasoning_content", "")
        assert [name_and_arguments(call) for call in after.get("tool_calls", [])] == [
            name_and_arguments(call) for call in before.get("tool_calls", [])
        ]


def joined(content: Any) -> str:
    if not isinstance(content, list):
        return content or ""
    return "\n".join(part["text"] for part in content if part["type"] == "text")


def name_and_arguments(call: Any) -> Any:
    function = call["function"]
    arguments = object_or_none(function["arguments"])
    return call["id"], function["name"], function["arguments"] if arguments is None else arguments


@settings(deadline=None, max_examples=100)
@given(a2a.message)
def test_the_edge_and_the_function_of_the_spec_give_the_same_calls_and_results(message: Any) -> None:
    expected, tools = convert_a2a_message_to_openai(message)
    messages = to_openai(message)
    assert [tool for tool in messages if tool["role"] == "tool"] == tools
    calls = [call for each in messages for call in each.get("tool_calls", [])]
    assert calls == (expected or {}).get("tool_calls", [])


@settings(deadline=None, max_examples=100)
@given(a2a.history)
def test_a_result_that_follows_its_call_never_moves_before_it(messages: list[Any]) -> None:
    """The order of calls and results stays, whatever else is in the message."""
    order = [
        (event.kind, event.id)
        for message in messages
        for event in FORMATS["a2a"].read(message, 0)
        if is_tool(event.kind)
    ]
    after = [
        (event.kind, event.id)
        for message in to_openai(*messages)
        for event in FORMATS["openai-chat"].read(message, 0)
        if is_tool(event.kind)
    ]
    assert after == order


def is_tool(kind: str) -> bool:
    return kind in ("call", "result")


def test_missing_fields_of_a_call_stay_missing() -> None:
    data = {"tool_calls": [{"name": "ls"}, {"call_id": "call_1"}], "tool_results": [{"output": "ok"}]}
    assistant, tool = to_openai({"role": "agent", "parts": [{"kind": "data", "data": data}]})
    assert assistant["tool_calls"] == [
        {"type": "function", "function": {"name": "ls", "arguments": "{}"}},
        {"id": "call_1", "type": "function", "function": {"arguments": "{}"}},
    ]
    assert tool == {"role": "tool", "content": "ok"}


def test_calls_belong_to_the_assistant_whoever_sent_them() -> None:
    data = {"tool_calls": [{"call_id": "1", "name": "ls", "arguments": {}}]}
    assert [message["role"] for message in to_openai({"role": "user", "parts": [{"data": data}]})] == ["assistant"]


@pytest.mark.parametrize(
    ("role", "expected"), [("ROLE_UNSPECIFIED", "assistant"), (None, "assistant"), ("user", "user")]
)
def test_every_role_except_user_is_the_agent(role: Any, expected: str) -> None:
    assert to_openai({"role": role, "parts": [{"text": "hi"}]}) == [{"role": expected, "content": "hi"}]


def test_a_message_without_content_gives_no_message() -> None:
    assert to_openai({"role": "user", "parts": []}, {"role": "agent", "parts": [{"data": {"rows": []}}]}) == []


def test_an_image_of_the_agent_is_dropped() -> None:
    parts = [{"text": "drawn"}, {"raw": "AA==", "mediaType": "image/png"}]
    assert to_openai({"role": "ROLE_AGENT", "parts": parts}) == [{"role": "assistant", "content": "drawn"}]
