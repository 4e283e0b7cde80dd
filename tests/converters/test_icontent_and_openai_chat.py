"""IContent ↔ Chat Completions: what the round trip must preserve."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings

from tests.strategies import icontent, openai_chat
from workbench.converters.chat_completion_to_icontent import chat_completion_to_icontent, merged
from workbench.converters.icontent_to_openai_chat import icontent_to_openai_chat
from workbench.converters.openai_chat_to_icontent import openai_chat_to_icontent
from workbench.converters.tool_ids import normalize_to_openai_tool_id
from workbench.formats import FORMATS
from workbench.formats.openai_chat.writing import response_from
from workbench.json.text import object_or_none


def to_openai(*contents: Any) -> list[Any]:
    return [row.message for row in icontent_to_openai_chat(contents, {})]


def to_icontent(*messages: Any) -> list[Any]:
    return [row.message for row in openai_chat_to_icontent(messages, {})]


@settings(deadline=None, max_examples=100)
@given(openai_chat.history)
def test_the_round_trip_of_a_chat_preserves_every_call_result_image_and_text(messages: list[Any]) -> None:
    assert contents_of(to_openai(*to_icontent(*messages))) == contents_of(messages)


def contents_of(messages: list[Any]) -> Counter[tuple[str, str, str]]:
    """Count the contents of a chat history, with arguments parsed and texts joined as the converter joins them."""
    rows: Counter[tuple[str, str, str]] = Counter()
    for index, message in enumerate(messages):
        texts: list[str] = []
        for event in FORMATS["openai-chat"].read(message, index):
            call_id = normalize_to_openai_tool_id(event.id) if isinstance(event.id, str) else ""
            if event.kind == "text":
                texts.append(str(event.value))
            elif event.kind == "call":
                rows["call", call_id, str(object_or_none(event.value) or event.value)] += 1
            elif event.kind == "result":
                parts: Any = event.value
                whole = parts if isinstance(parts, str) else "\n".join(part["text"] for part in parts)
                rows["result", call_id, whole] += 1
            else:
                rows[event.kind, call_id, str(event.value)] += 1
        if message["role"] != "tool" and (joined := "\n".join(texts)):
            rows["text", message["role"], joined] += 1
    return rows


@settings(deadline=None, max_examples=60)
@given(icontent.history)
def test_every_result_and_every_call_of_the_assistant_is_sent(contents: list[Any]) -> None:
    messages = to_openai(*contents)
    responses = [block for content in contents for block in content["blocks"] if block["type"] == "tool_response"]
    answered = [message["tool_call_id"] for message in messages if message["role"] == "tool"]
    assert answered == [normalize_to_openai_tool_id(block["callId"]) for block in responses]
    made = Counter(call["id"] for message in messages for call in message.get("tool_calls", []))
    said = (block for content in contents if content["speaker"] == "ai" for block in content["blocks"])
    assert made >= Counter(normalize_to_openai_tool_id(block["id"]) for block in said if block["type"] == "tool_call")


def test_the_round_trip_preserves_what_icontent_cannot_represent() -> None:
    messages = [
        {"role": "developer", "content": "be brief", "name": "boss"},
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "see", "cache_control": {"type": "ephemeral"}},
                {"type": "image_url", "image_url": {"url": "https://a.b/c.png", "detail": "low"}},
                {"type": "input_audio", "input_audio": {"data": "AAAA", "format": "wav"}},
                {"type": "file", "file": {"file_id": "file-1"}},
                {"type": "file", "file": {"filename": "a.pdf", "file_data": "data:application/pdf;base64,JVBERi0="}},
            ],
        },
        {"role": "assistant", "content": [{"type": "refusal", "refusal": "no"}], "annotations": []},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": "call_1", "type": "custom", "custom": {"name": "sql", "input": "select 1"}}],
        },
        {"role": "tool", "tool_call_id": "call_1", "name": "sql", "content": "1"},
        {
            "role": "assistant",
            "content": "signed",
            "tool_calls": [
                {
                    "id": "call_2",
                    "type": "function",
                    "function": {"name": "ls", "arguments": "{}"},
                    "extra_content": {"google": {"thought_signature": "c2lnbmVk"}},
                }
            ],
        },
    ]
    assert to_openai(*to_icontent(*messages)) == messages


@pytest.mark.parametrize("arguments", ["{not json", "", "[1]", '"{}"', "null", "NaN"])
def test_the_round_trip_preserves_arguments_that_are_not_an_object(arguments: str) -> None:
    call = {"id": "call_1", "type": "function", "function": {"name": "ls", "arguments": arguments}}
    (content,) = to_icontent({"role": "assistant", "content": None, "tool_calls": [call]})
    assert content["blocks"][0]["parameters"] == arguments
    assert to_openai(content)[0]["tool_calls"] == [call]


def test_the_round_trip_preserves_every_digit_of_an_integer() -> None:
    arguments = '{"n":123456789012345678901234567890}'
    call = {"id": "call_1", "type": "function", "function": {"name": "f", "arguments": arguments}}
    (content,) = to_icontent({"role": "assistant", "content": None, "tool_calls": [call]})
    assert to_openai(content)[0]["tool_calls"] == [call]


def test_adjacent_tool_messages_stay_separate() -> None:
    tools = [{"role": "tool", "tool_call_id": f"call_{number}", "content": "ok"} for number in range(2)]
    assert [len(content["blocks"]) for content in to_icontent(*tools)] == [1, 1]


def test_an_image_that_a_tool_returned_follows_its_response() -> None:
    content = [{"type": "text", "text": "shot"}, {"type": "image_url", "image_url": {"url": "https://a.b/c.png"}}]
    (converted,) = to_icontent({"role": "tool", "tool_call_id": "call_1", "content": content})
    assert converted["blocks"] == [
        {"type": "tool_response", "callId": "hist_tool_1", "result": "shot"},
        {"type": "image", "data": "https://a.b/c.png", "callId": "hist_tool_1"},
    ]
    assert [message["role"] for message in to_openai(converted)] == ["tool", "user"]


def test_a_call_in_a_tool_content_belongs_to_the_assistant() -> None:
    blocks = [
        {"type": "tool_response", "callId": "call_1", "result": "ok"},
        {"type": "tool_call", "id": "call_1", "name": "ls", "parameters": {}},
    ]
    assert [message["role"] for message in to_openai({"speaker": "tool", "blocks": blocks})] == ["assistant", "tool"]


def test_empty_blocks_next_to_a_response_give_no_message() -> None:
    blocks = [{"type": "tool_response", "callId": "call_1", "result": "ok"}, {"type": "unheard_of"}]
    assert [message["role"] for message in to_openai({"speaker": "tool", "blocks": blocks})] == ["tool"]


@pytest.mark.parametrize("speaker", ["human", "ai", "system"])
def test_a_content_without_blocks_is_an_empty_message(speaker: str) -> None:
    assert [message["content"] for message in to_openai({"speaker": speaker, "blocks": []})] == [""]


def test_the_response_of_a_message_converts_back_to_the_message() -> None:
    message = {
        "role": "assistant",
        "content": "Let me look.",
        "reasoning_content": "which file?",
        "tool_calls": [{"id": "call_1", "type": "function", "function": {"name": "ls", "arguments": "{}"}, "index": 0}],
        "annotations": [],
    }
    response = response_from(message)
    assert to_openai(merged(chat_completion_to_icontent(response))) == [message]
