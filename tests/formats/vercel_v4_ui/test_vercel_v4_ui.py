"""UI messages of SDK 4: an invocation is a call and, if it has one, a result."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies.json_values import json_values
from tests.strategies.vercel_v4_ui import history
from workbench.formats.vercel_v4_ui import FORMAT
from workbench.formats.vercel_v4_ui.events import read
from workbench.json.pointer import follow

INVOCATION = {"state": "result", "toolCallId": "c1", "toolName": "f", "args": {"a": 1}, "result": "ok"}


def test_an_invocation_is_a_call_and_a_result_in_the_same_place() -> None:
    message = {"role": "assistant", "content": "", "parts": [{"type": "tool-invocation", "toolInvocation": INVOCATION}]}
    call, result = read(message, 0)
    assert (call.kind, call.id, call.name, call.value) == ("call", "c1", "f", {"a": 1})
    assert (result.kind, result.id, result.value) == ("result", "c1", "ok")
    assert call.path == result.path == ("parts", 0, "toolInvocation")
    assert follow(message, result.at("value")) == "ok"


def test_an_invocation_without_a_result_is_a_call_only() -> None:
    pending = {key: value for key, value in INVOCATION.items() if key != "result"}
    events = read({"role": "assistant", "content": "", "toolInvocations": [pending]}, 0)
    assert [(event.kind, event.path) for event in events] == [("call", ("toolInvocations", 0))]


def test_repeated_content_is_read_once() -> None:
    part = {"type": "tool-invocation", "toolInvocation": INVOCATION}
    message = {"role": "assistant", "content": "hi", "parts": [part], "toolInvocations": [INVOCATION]}
    assert [event.kind for event in read(message, 0)] == ["call", "result"]


def test_the_older_form_gives_invocations_and_then_its_text() -> None:
    message = {"role": "assistant", "content": "Done.", "toolInvocations": [INVOCATION]}
    assert [event.kind for event in read(message, 0)] == ["call", "result", "text"]
    assert [event.kind for event in read({**message, "content": ""}, 0)] == ["call", "result"]


def test_other_parts_and_attachments_are_events() -> None:
    parts = [
        {"type": "step-start"},
        {"type": "reasoning", "reasoning": "hm", "details": []},
        {"type": "source", "source": {}},
        {"type": "file", "mimeType": "image/png", "data": "x"},
    ]
    attachments = [{"url": "https://a.b/c.pdf", "contentType": "application/pdf", "name": "c.pdf"}, 1]
    message = {"role": "user", "content": "", "parts": parts, "experimental_attachments": attachments}
    events = read(message, 0)
    assert [event.kind for event in events] == ["thought", "other", "image", "file", "other"]
    assert events[3].value == follow(message, events[3].at("value")) == "https://a.b/c.pdf"


def test_a_system_prompt_is_its_content_as_in_the_sdk() -> None:
    (event,) = read({"role": "system", "content": "a", "parts": [{"type": "text", "text": "b"}]}, 0)
    assert event.value == "a"


def test_core_messages_of_a_mixed_history_are_read_as_core() -> None:
    result = {"type": "tool-result", "toolCallId": "c1", "toolName": "f", "result": "ok"}
    (event,) = read({"role": "tool", "content": [result]}, 2)
    assert (event.kind, event.message, event.path) == ("result", 2, ("content", 0))


@settings(deadline=None, max_examples=60)
@given(st.lists(json_values, max_size=3) | history)
def test_no_message_makes_the_reader_raise(messages: list[Any]) -> None:
    for index, message in enumerate(messages):
        for event in read(message, index):
            follow(message, event.path)


@settings(deadline=None, max_examples=60)
@given(history)
def test_generated_histories_are_valid(messages: list[Any]) -> None:
    for message in messages:
        FORMAT.model().validate_python(message)
