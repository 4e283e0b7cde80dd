"""OpenAI Chat → Anthropic: the result fits Anthropic's own types."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from tests.converters.provider_round_trip import consumed
from tests.converters.test_icontent_to_anthropic import anthropic_types
from tests.strategies.openai_chat import history
from workbench.converters.openai_chat_to_anthropic import openai_chat_to_anthropic
from workbench.json.text import object_or_none


def converted(messages: list[Any]) -> list[Any]:
    return [row.message for row in openai_chat_to_anthropic(messages, {}) if row.slot == "messages"]


def call(call_id: Any, arguments: Any, name: str = "run") -> Any:
    return {"id": call_id, "type": "function", "function": {"name": name, "arguments": arguments}}


def sendable(message: Any) -> bool:
    """Return a message without unsigned thoughts and with arguments that are a JSON object."""
    calls = message.get("tool_calls") or []
    return "reasoning_content" not in message and all(object_or_none(c["function"]["arguments"]) for c in calls)


@settings(deadline=None, max_examples=100)
@given(history)
def test_the_result_fits_the_published_types(messages: list[Any]) -> None:
    for message in converted([message for message in messages if sendable(message)]):
        consumed(anthropic_types().validate_python(message))


def test_a_run_of_tool_messages_and_the_text_after_it_form_one_user_turn() -> None:
    messages = [
        {"role": "user", "content": "Weather?"},
        {"role": "assistant", "content": "", "tool_calls": [call("a", '{"city":"Rome"}'), call("b", "")]},
        {"role": "tool", "tool_call_id": "a", "content": "sunny"},
        {"role": "tool", "tool_call_id": "b", "content": [{"type": "text", "text": "wet"}]},
        {"role": "user", "content": "And tomorrow?"},
    ]
    rows = list(openai_chat_to_anthropic(messages, {}))
    assert [row.sources for row in rows] == [(0,), (1,), (2, 3, 4)]
    assert rows[0].message == {"role": "user", "content": "Weather?"}
    assert rows[1].message["content"] == [
        {"type": "tool_use", "id": "a", "name": "run", "input": {"city": "Rome"}},
        {"type": "tool_use", "id": "b", "name": "run", "input": {}},
    ]
    assert rows[2].message["content"] == [
        {"type": "tool_result", "tool_use_id": "a", "content": "sunny"},
        {"type": "tool_result", "tool_use_id": "b", "content": [{"type": "text", "text": "wet"}]},
        {"type": "text", "text": "And tomorrow?"},
    ]


@pytest.mark.parametrize("arguments", ["{broken", "[1]", '"text"'])
def test_arguments_that_are_not_an_object_stay_unchanged(arguments: str) -> None:
    (message,) = converted([{"role": "assistant", "content": None, "tool_calls": [call("a", arguments)]}])
    assert message["content"][0]["input"] == arguments


def test_an_image_in_a_tool_message_goes_into_the_result() -> None:
    part = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA", "detail": "low"}}
    (message,) = converted([{"role": "tool", "tool_call_id": "a", "content": [part]}])
    source = {"type": "base64", "media_type": "image/png", "data": "AAAA"}
    assert message["content"][0]["content"] == [{"type": "image", "source": source}]


def test_leading_developer_and_system_messages_leave_the_message_list() -> None:
    messages = [
        {"role": "system", "content": "One."},
        {"role": "developer", "content": [{"type": "text", "text": "Two."}]},
        {"role": "user", "content": "Hi"},
        {"role": "system", "content": "Three."},
    ]
    rows = list(openai_chat_to_anthropic(messages, {}))
    assert [(row.slot, row.sources) for row in rows] == [
        ("system", (0,)),
        ("system", (1,)),
        ("messages", (2,)),
        ("messages", (3,)),
    ]
    assert rows[1].message == {"type": "text", "text": "Two."}
    assert rows[3].message == {"role": "system", "content": "Three."}


def test_ids_that_differ_only_in_illegal_characters_stay_distinct() -> None:
    calls = [call("functions.run:0", "{}"), call("functions:run.0", "{}")]
    results = [{"role": "tool", "tool_call_id": c["id"], "content": "ok"} for c in calls]
    assistant, user = converted([{"role": "assistant", "content": None, "tool_calls": calls}, *results])
    calls = [block["id"] for block in assistant["content"]]
    assert calls == [block["tool_use_id"] for block in user["content"]]
    assert calls[0] == "functions_run_0"
    assert calls[1].startswith("functions_run_0_")


def test_a_refusal_becomes_text_of_the_assistant() -> None:
    part = {"type": "refusal", "refusal": "No."}
    first, second = (
        {"role": "assistant", "content": [part]},
        {"role": "assistant", "content": None, "refusal": "Never."},
    )
    (message,) = converted([first, second])
    assert message["content"] == [{"type": "text", "text": "No."}, {"type": "text", "text": "Never."}]


def test_a_file_becomes_a_document_and_audio_is_dropped() -> None:
    file = {"type": "file", "file": {"filename": "a.pdf", "file_data": "data:application/pdf;base64,JVBERi0="}}
    sound = {"type": "input_audio", "input_audio": {"data": "AAAA", "format": "wav"}}
    (message,) = converted([{"role": "user", "content": [file, sound]}])
    source = {"type": "base64", "media_type": "application/pdf", "data": "JVBERi0="}
    assert message["content"] == [{"type": "document", "source": source, "title": "a.pdf"}]
