"""CoreMessage: its events, and the two odd forms of results in stored histories."""

from __future__ import annotations

from typing import Any

import orjson
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies.json_values import json_values
from tests.strategies.vercel_v4_core import history
from workbench.formats.vercel_v4_core import FORMAT
from workbench.formats.vercel_v4_core.events import read
from workbench.formats.vercel_v4_core.writing import answer, envelope, messages_of_response, response_from
from workbench.json.pointer import follow

CALL = {"type": "tool-call", "toolCallId": "c1", "toolName": "f", "args": {"a": 1}}
RESULT = {"type": "tool-result", "toolCallId": "c1", "toolName": "f", "result": {"ok": True}, "isError": True}


def test_every_part_is_an_event_with_its_path() -> None:
    parts = [
        {"type": "text", "text": "hi"},
        CALL,
        {"type": "image", "image": "x", "mimeType": "image/png"},
        {"type": "image", "image": "data:image/gif;base64,R0lGODlh"},
        {"type": "file", "data": "y", "mimeType": "application/pdf"},
        {"type": "reasoning", "text": "hm", "signature": "s"},
        {"type": "redacted-reasoning", "data": "z"},
        {"type": "surprise"},
        "no part",
    ]
    message = {"role": "assistant", "content": parts}
    events = read(message, 3)
    kinds = ["text", "call", "image", "image", "file", "thought", "thought", "other", "other"]
    assert [event.kind for event in events] == kinds
    assert [event.value for event in events[:7]] == [
        "hi",
        {"a": 1},
        "x",
        "data:image/gif;base64,R0lGODlh",
        "y",
        "hm",
        "z",
    ]
    assert [event.media_type for event in events[2:5]] == ["image/png", "image/gif", "application/pdf"]
    assert all(follow(message, event.at("value")) == event.value for event in events[:7])
    assert (events[1].id, events[1].name, events[1].message) == ("c1", "f", 3)
    assert events[7].name == "surprise"


def test_a_result_and_its_content_are_events() -> None:
    content = [{"type": "text", "text": "seen"}, {"type": "image", "data": "x", "mimeType": "image/png"}]
    message = {"role": "tool", "content": [{**RESULT, "experimental_content": content}]}
    result, text, image = read(message, 0)
    assert (result.kind, result.id, result.value, result.failed) == ("result", "c1", {"ok": True}, True)
    assert (text.kind, text.value) == ("text", "seen")
    assert (image.kind, image.path) == ("image", ("content", 0, "experimental_content", 1))
    assert follow(message, image.at("value")) == "x"


def test_content_that_is_a_string_is_a_text() -> None:
    (event,) = read({"role": "user", "content": "hi"}, 0)
    assert (event.kind, event.value, event.at("value")) == ("text", "hi", ("content",))


def test_the_flat_tool_message_is_read_as_a_result() -> None:
    (event,) = read({"role": "tool", "tool_call_id": "c1", "content": "r"}, 0)
    assert (event.kind, event.id, event.value, event.at("id")) == ("result", "c1", "r", ("tool_call_id",))


def test_stringified_results_are_read_and_point_at_the_string() -> None:
    content = orjson.dumps([RESULT, {**RESULT, "toolCallId": "c2"}]).decode()
    events = read({"role": "tool", "content": content}, 0)
    assert [(event.kind, event.id, event.at("id")) for event in events] == [
        ("result", "c1", ("content",)),
        ("result", "c2", ("content",)),
    ]


def test_a_made_up_answer_is_a_valid_message_that_reads_as_the_result() -> None:
    message = envelope([answer("c1", "f", "nothing was recorded")])
    FORMAT.model().validate_python(message)
    (event,) = read(message, 0)
    assert (event.id, event.name, event.value) == ("c1", "f", "nothing was recorded")


def test_the_response_of_a_message_yields_the_message_again() -> None:
    message = {"role": "assistant", "content": [{"type": "text", "text": "hi"}, CALL]}
    response = response_from(message)
    assert response == {"text": "hi", "toolCalls": [CALL], "finishReason": "tool-calls"}
    assert messages_of_response(response) == [message]
    plain = {"role": "assistant", "content": "hi"}
    assert messages_of_response(response_from(plain)) == [plain]


@settings(deadline=None, max_examples=60)
@given(st.lists(json_values, max_size=3) | history)
def test_no_message_makes_the_reader_raise_and_every_path_leads_somewhere(messages: list[Any]) -> None:
    for index, message in enumerate(messages):
        for event in read(message, index):
            assert follow(message, event.path) is not None or event.raw is None
        assert isinstance(messages_of_response(response_from(message)), list)


@settings(deadline=None, max_examples=60)
@given(history)
def test_generated_histories_are_valid(messages: list[Any]) -> None:
    for message in messages:
        FORMAT.model().validate_python(message)
