"""A recorded stream is assembled into the answer of its API, wherever it was recorded."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.sources.documents import conversations
from workbench import check
from workbench.converters import converted_messages
from workbench.detection import detected
from workbench.loading.events import answer_of

CHAT: list[Any] = [
    {"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {"role": "assistant", "content": "Let "}}]},
    {"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {"content": "me look."}}]},
    {"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {"tool_calls": [
        {"index": 0, "id": "call_1", "type": "function", "function": {"name": "look", "arguments": '{"at"'}}]}}]},
    {"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {"tool_calls": [
        {"index": 0, "function": {"arguments": ': 4}'}}]}, "finish_reason": "tool_calls"}]},
]  # fmt: skip
RESPONSES: list[Any] = [
    {"type": "response.created", "response": {"id": "resp_1", "object": "response", "output": []}},
    {"type": "response.completed", "response": {"id": "resp_1", "object": "response", "status": "completed", "output": [
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Let me look."}]},
        {"type": "function_call", "call_id": "call_1", "name": "look", "arguments": '{"at": 4}'}]}},
]  # fmt: skip
ANTHROPIC: list[Any] = [
    {"type": "message_start", "message": {
        "id": "msg_1", "type": "message", "role": "assistant", "content": [], "usage": {"input_tokens": 3}}},
    {"type": "ping"},
    {"type": "content_block_start", "index": 0, "content_block": {"type": "thinking", "thinking": ""}},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "thinking_delta", "thinking": "Look first."}},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "signature_delta", "signature": "c2ln"}},
    {"type": "content_block_start", "index": 1, "content_block": {"type": "text", "text": ""}},
    {"type": "content_block_delta", "index": 1, "delta": {"type": "text_delta", "text": "Let me look."}},
    {"type": "content_block_start", "index": 2, "content_block": {
        "type": "tool_use", "id": "toolu_1", "name": "look", "input": {}}},
    {"type": "content_block_delta", "index": 2, "delta": {"type": "input_json_delta", "partial_json": '{"at"'}},
    {"type": "content_block_delta", "index": 2, "delta": {"type": "input_json_delta", "partial_json": ": 4}"}},
    {"type": "message_delta", "delta": {"stop_reason": "tool_use"}, "usage": {"output_tokens": 9}},
    {"type": "message_stop"},
]  # fmt: skip
GEMINI: list[Any] = [
    {"candidates": [{"content": {"role": "model", "parts": [{"text": "Let "}]}}]},
    {"candidates": [{"content": {"role": "model", "parts": [{"text": "me look."}]}}]},
    {"candidates": [{"content": {"role": "model", "parts": [{"functionCall": {"name": "look", "args": {"at": 4}}}]},
                     "finishReason": "STOP"}], "modelVersion": "gemini-2.5-pro"},
]  # fmt: skip
STREAMS = {"openai-chat": CHAT, "openai-responses": RESPONSES, "anthropic": ANTHROPIC, "gemini": GEMINI}
EVERY_API = pytest.mark.parametrize(("format_name", "events"), STREAMS.items(), ids=STREAMS)


def as_stream(events: list[Any]) -> str:
    return "".join(f"event: {event.get('type', 'message')}\ndata: {json.dumps(event)}\n\n" for event in events)


@EVERY_API
def test_a_stream_alone_opens_as_the_assembled_answer(format_name: str, events: list[Any]) -> None:
    (opened,) = conversations(as_stream(events).encode())
    found = detected(opened)
    assert found.format == format_name
    chat = converted_messages(found.messages, found.format, "openai-chat")
    texts = [message["content"] for message in chat if message.get("content")]
    calls = [call["function"] for message in chat for call in message.get("tool_calls", ())]
    assert texts == ["Let me look."]
    assert [(call["name"], json.loads(call["arguments"])) for call in calls] == [("look", {"at": 4})]
    assert [note.text for note in found.notes] == [f"assembled from {len(events)} events of a stream"]


@EVERY_API
def test_a_stream_in_a_recording_becomes_one_answer(format_name: str, events: list[Any]) -> None:
    request = {"model": "m", "messages": [{"role": "user", "content": "Look."}]}
    entry = {
        "request": {"method": "POST", "url": "https://host/v1/x", "postData": {"text": json.dumps(request)}},
        "response": {"status": 200, "content": {"mimeType": "text/event-stream", "text": as_stream(events)}},
    }
    (found,) = conversations({"log": {"version": "1.2", "entries": [entry]}})
    assert found.response == answer_of(events)
    assert isinstance(found.response, dict)


def test_an_anthropic_message_keeps_its_signature_its_arguments_and_its_end() -> None:
    message: Any = answer_of(ANTHROPIC)
    assert message["content"][0] == {"type": "thinking", "thinking": "Look first.", "signature": "c2ln"}
    assert message["content"][2]["input"] == {"at": 4}
    assert (message["stop_reason"], message["usage"]) == ("tool_use", {"input_tokens": 3, "output_tokens": 9})


def test_truncated_arguments_are_kept_as_text() -> None:
    assert answer_of(ANTHROPIC[:9])["content"][2]["input"] == '{"at"'


def test_events_of_an_unknown_api_stay_events() -> None:
    events: list[Any] = [{"tick": 1}, {"tick": 2}, None, 4, "text", []]
    assert answer_of(events) is events


OLLAMA: list[Any] = [
    {"model": "m", "message": {"role": "assistant", "content": "Let "}, "done": False},
    {"model": "m", "message": {"role": "assistant", "content": "me look.", "tool_calls": [
        {"function": {"name": "look", "arguments": {"at": 4}}}]}, "done": True},
]  # fmt: skip
IN_PIECES: list[Any] = [
    {"candidates": [{"content": {"role": "model", "parts": [{"functionCall": call}]}}]}
    for call in (
        {"name": "look", "willContinue": True},
        {"partialArgs": [{"jsonPath": "$.at[0].place", "stringValue": "Ro"}], "willContinue": True},
        {"partialArgs": [{"jsonPath": "$.at[0].place", "stringValue": "me"}], "willContinue": True},
        {},
    )
]


@EVERY_API
def test_events_saved_one_per_line_are_assembled_into_the_same_answer(format_name: str, events: list[Any]) -> None:
    (found,) = conversations("".join(f"{json.dumps(event)}\n" for event in events).encode())
    assert (found.format, len(found.messages)) == (format_name, 2 if format_name == "openai-responses" else 1)
    assert "streamed" in [note.kind for note in found.notes]
    assert check(detected(found)).verdict.outcome == "accepted"


def test_lines_of_a_server_without_choices_are_joined() -> None:
    (found,) = conversations("".join(f"{json.dumps(event)}\n" for event in OLLAMA).encode())
    assert [message["content"] for message in found.messages] == ["Let me look."]


def test_complete_answers_on_lines_are_not_joined_as_a_stream() -> None:
    whole = {"candidates": [{"content": {"role": "model", "parts": [{"text": "Yes."}]}, "finishReason": "STOP"}]}
    assert len(conversations(f"{json.dumps(whole)}\n{json.dumps(whole)}\n".encode())) == 2


def test_arguments_that_gemini_streams_value_by_value_are_assembled() -> None:
    answer = answer_of(IN_PIECES)
    assert answer["candidates"][0]["content"]["parts"] == [
        {"functionCall": {"name": "look", "args": {"at": [{"place": "Rome"}]}}}
    ]


def test_a_failed_stream_has_no_conversation() -> None:
    failed = {"type": "response.failed", "response": {"object": "response", "status": "failed", "output": [],
                                                      "error": {"message": "overloaded"}}}  # fmt: skip
    (found,) = conversations(as_stream([failed]).encode())
    assert check(detected(found)).verdict.outcome == "not-judged"


@EVERY_API
def test_events_that_were_saved_as_a_list_are_one_answer(format_name: str, events: list[Any]) -> None:
    (listed,), (streamed,) = conversations(json.dumps(events).encode()), conversations(as_stream(events).encode())
    opened, expected = detected(listed), detected(streamed)
    assert (opened.format, opened.messages) == (format_name, expected.messages)


def test_events_that_were_saved_without_line_breaks_are_one_answer() -> None:
    joined, expected = "".join(map(json.dumps, RESPONSES)), as_stream(RESPONSES)
    assert conversations(joined.encode())[0].messages == conversations(expected.encode())[0].messages
