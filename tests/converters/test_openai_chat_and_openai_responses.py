"""Chat Completions ↔ Responses, the conversion that people run every day."""

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
from workbench.json.text import Json


@cache
def chat_types() -> TypeAdapter[Any]:
    return TypeAdapter(ChatCompletionMessageParam)


def to_responses(messages: list[Json]) -> list[Json]:
    return [row.message for row in openai_chat_to_openai_responses(messages, {})]


def to_chat(items: list[Json]) -> list[Json]:
    return [row.message for row in openai_responses_to_openai_chat(items, {})]


def tool_events(format_name: str, messages: list[Json]) -> list[tuple[str, Json, Json]]:
    read = FORMATS[format_name].read
    events = [event for at, message in enumerate(messages) for event in read(message, at)]
    return [(event.kind, event.name, event.value) for event in events if event.kind in ("call", "result")]


def shows_more_than_text(content: Json) -> bool:
    """Images and files from a tool or the system: Chat Completions has no place for them, and the checks say so."""
    return isinstance(content, list) and any(part["type"] != "text" for part in content)


@settings(deadline=None, max_examples=100)
@given(openai_chat.history)
def test_what_responses_gets_fits_its_published_types(messages: list[Json]) -> None:
    for item in to_responses(messages):
        consumed(responses_types().validate_python(item))


@settings(deadline=None, max_examples=100)
@given(st.lists(openai_responses.plain, max_size=6))
def test_what_chat_gets_fits_its_published_types(items: list[Json]) -> None:
    for message in to_chat(items):
        if message["role"] in ("user", "assistant") or not shows_more_than_text(message["content"]):
            consumed(chat_types().validate_python(message))


@settings(deadline=None, max_examples=100)
@given(openai_chat.history)
def test_calls_keep_their_arguments_to_the_letter(messages: list[Json]) -> None:
    before = [event for event in tool_events("openai-chat", messages) if event[0] == "call"]
    after = [event for event in tool_events("openai-responses", to_responses(messages)) if event[0] == "call"]
    assert after == before


def test_calls_leave_their_message_and_empty_content_stays_behind() -> None:
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


def test_what_the_model_refused_is_kept_beside_what_it_said() -> None:
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


def test_images_are_carried_both_ways() -> None:
    chat = {"role": "user", "content": [{"type": "image_url", "image_url": {"url": "https://a.b/c", "detail": "low"}}]}
    item = {"role": "user", "content": [{"type": "input_image", "image_url": "https://a.b/c", "detail": "low"}]}
    assert to_responses([chat]) == [item]
    assert to_chat([item]) == [chat]


def test_ids_that_chat_finds_too_long_are_shortened_on_both_sides_and_stay_apart() -> None:
    long = ["x" * 50 + "1", "x" * 50 + "2"]
    items = [{"type": "function_call", "call_id": one, "name": "ls", "arguments": "{}"} for one in long]
    outputs = [{"type": "function_call_output", "call_id": one, "output": "a"} for one in long]
    assistant, *tools = to_chat([*items, *outputs])
    made = [call["id"] for call in assistant["tool_calls"]]
    assert made == [message["tool_call_id"] for message in tools]
    assert len(set(made)) == 2
    assert all(len(one) <= 40 for one in made)
