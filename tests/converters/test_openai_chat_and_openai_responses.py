"""Chat Completions ↔ Responses."""

from __future__ import annotations

from functools import cache
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from openai.types.chat import ChatCompletionMessageParam
from pydantic import TypeAdapter

from tests.converters.provider_round_trip import consumed
from tests.converters.test_icontent_to_openai_responses import responses_types
from tests.strategies import openai_chat, openai_responses
from workbench.converters.openai_chat_to_openai_responses import openai_chat_to_openai_responses
from workbench.converters.openai_responses_to_openai_chat import openai_responses_to_openai_chat
from workbench.formats import FORMATS


@cache
def chat_types() -> TypeAdapter[Any]:
    return TypeAdapter(ChatCompletionMessageParam)


def to_responses(messages: list[Any]) -> list[Any]:
    return [row.message for row in openai_chat_to_openai_responses(messages, {})]


def to_chat(items: list[Any]) -> list[Any]:
    return [row.message for row in openai_responses_to_openai_chat(items, {})]


def tool_events(format_name: str, messages: list[Any]) -> list[tuple[str, Any, Any]]:
    read = FORMATS[format_name].read
    events = [event for at, message in enumerate(messages) for event in read(message, at)]
    return [(event.kind, event.name, event.value) for event in events if event.kind in ("call", "result")]


def has_media(content: Any) -> bool:
    """Whether a content has images or files. Chat Completions refuses them from a tool or the system."""
    return isinstance(content, list) and any(part["type"] != "text" for part in content)


@settings(deadline=None, max_examples=100)
@given(openai_chat.history)
def test_the_items_fit_the_published_types_of_responses(messages: list[Any]) -> None:
    for item in to_responses(messages):
        consumed(responses_types().validate_python(item))


@settings(deadline=None, max_examples=100)
@given(st.lists(openai_responses.plain, max_size=6))
def test_the_messages_fit_the_published_types_of_chat(items: list[Any]) -> None:
    for message in to_chat(items):
        if message["role"] in ("user", "assistant") or not has_media(message["content"]):
            consumed(chat_types().validate_python(message))


@settings(deadline=None, max_examples=100)
@given(openai_chat.history)
def test_the_arguments_of_calls_stay_unchanged(messages: list[Any]) -> None:
    before = [event for event in tool_events("openai-chat", messages) if event[0] == "call"]
    after = [event for event in tool_events("openai-responses", to_responses(messages)) if event[0] == "call"]
    assert after == before


def test_calls_become_items_and_empty_content_is_dropped() -> None:
    call = {"id": "call_1", "type": "function", "function": {"name": "ls", "arguments": '{"path": "."}'}}
    custom = {"id": "call_2", "type": "custom", "custom": {"name": "run", "input": "print(1)"}}
    rows = list(
        openai_chat_to_openai_responses(
            [
                {"role": "assistant", "content": None, "tool_calls": [call, custom]},
                {"role": "tool", "tool_call_id": "call_1", "content": [{"type": "text", "text": "a"}]},
                {"role": "tool", "tool_call_id": "call_2", "content": "1"},
                {"role": "assistant", "content": "Done."},
            ],
            {},
        )
    )
    assert [row.sources for row in rows] == [(0,), (0,), (1,), (2,), (3,)]
    assert [row.message for row in rows] == [
        {"type": "function_call", "call_id": "call_1", "name": "ls", "arguments": '{"path": "."}'},
        {"type": "custom_tool_call", "call_id": "call_2", "name": "run", "input": "print(1)"},
        {"type": "function_call_output", "call_id": "call_1", "output": [{"type": "input_text", "text": "a"}]},
        {"type": "custom_tool_call_output", "call_id": "call_2", "output": "1"},
        {"role": "assistant", "content": "Done."},
    ]


def test_a_refusal_and_a_text_become_parts_of_one_message() -> None:
    assert to_responses([{"role": "assistant", "content": "Well.", "refusal": "No."}]) == [
        {
            "role": "assistant",
            "content": [{"type": "output_text", "text": "Well."}, {"type": "refusal", "refusal": "No."}],
        }
    ]


def test_the_items_of_a_turn_become_one_message_before_its_results() -> None:
    items = [
        {"role": "user", "content": "List it"},
        {"type": "reasoning", "id": "rs_1", "summary": []},
        {"type": "function_call", "call_id": "call_1", "name": "ls", "arguments": "{}"},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "A moment."}]},
        {"type": "shell_call", "call_id": "call_2", "action": {"commands": ["ls"]}},
        {"type": "function_call_output", "call_id": "call_1", "output": "a"},
        {"type": "shell_call_output", "call_id": "call_2", "output": []},
    ]
    rows = list(openai_responses_to_openai_chat(items, {"instructions": "Be brief."}))
    assert [row.sources for row in rows] == [(), (0,), (2, 3, 4), (5,), (6,)]
    assert rows[0].message == {"role": "system", "content": "Be brief."}
    assert rows[2].message == {
        "role": "assistant",
        "content": "A moment.",
        "tool_calls": [
            {"id": "call_1", "type": "function", "function": {"name": "ls", "arguments": "{}"}},
            {"id": "call_2", "type": "function", "function": {"name": "shell", "arguments": '{"commands":["ls"]}'}},
        ],
    }
    assert rows[4].message == {"role": "tool", "tool_call_id": "call_2", "content": "[]"}


def test_images_are_converted_both_ways() -> None:
    chat = {"role": "user", "content": [{"type": "image_url", "image_url": {"url": "https://a.b/c", "detail": "low"}}]}
    item = {"role": "user", "content": [{"type": "input_image", "image_url": "https://a.b/c", "detail": "low"}]}
    assert to_responses([chat]) == [item]
    assert to_chat([item]) == [chat]


def test_ids_that_are_too_long_for_chat_are_shortened_on_both_sides_and_stay_distinct() -> None:
    long_ids = ["x" * 50 + "1", "x" * 50 + "2"]
    items = [{"type": "function_call", "call_id": long_id, "name": "ls", "arguments": "{}"} for long_id in long_ids]
    outputs = [{"type": "function_call_output", "call_id": long_id, "output": "a"} for long_id in long_ids]
    assistant, *tools = to_chat([*items, *outputs])
    short_ids = [call["id"] for call in assistant["tool_calls"]]
    assert short_ids == [message["tool_call_id"] for message in tools]
    assert len(set(short_ids)) == 2
    assert all(len(long_id) <= 40 for long_id in short_ids)
