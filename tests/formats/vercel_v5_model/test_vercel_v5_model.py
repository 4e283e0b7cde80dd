"""ModelMessage: outputs of every kind, tools that the provider ran, and the SDK that wrote it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies.json_values import json_values
from tests.strategies.vercel_v5_model import history
from workbench.formats.vercel_v5_model import FORMAT
from workbench.formats.vercel_v5_model.dialects import dialect
from workbench.formats.vercel_v5_model.events import read
from workbench.formats.vercel_v5_model.writing import answer
from workbench.json.pointer import follow


def result(output: Any, call_id: str = "c1") -> dict[str, Any]:
    return {"type": "tool-result", "toolCallId": call_id, "toolName": "f", "output": output}


@pytest.mark.parametrize(
    ("output", "value", "failed"),
    [
        ({"type": "text", "value": "x"}, "x", False),
        ({"type": "json", "value": {"a": 1}}, {"a": 1}, False),
        ({"type": "error-text", "value": "x"}, "x", True),
        ({"type": "error-json", "value": [1]}, [1], True),
        ({"type": "execution-denied", "reason": "no"}, "no", True),
        ("not an output", "not an output", False),
    ],
)
def test_the_value_of_a_result_is_inside_its_output(output: Any, value: Any, failed: bool) -> None:
    message = {"role": "tool", "content": [result(output)]}
    (event,) = read(message, 0)
    assert (event.kind, event.id, event.name, event.value, event.failed) == ("result", "c1", "f", value, failed)
    assert follow(message, event.at("value")) == value


def test_texts_and_images_inside_a_result_are_events_too() -> None:
    items = [
        {"type": "text", "text": "seen"},
        {"type": "image-data", "data": "x", "mediaType": "image/png"},
        {"type": "media", "data": "y", "mediaType": "image/gif"},
        {"type": "file-url", "url": "https://a.b/c.pdf"},
    ]
    message = {"role": "tool", "content": [result({"type": "content", "value": items})]}
    events = read(message, 0)
    assert [(event.kind, event.value) for event in events[1:]] == [
        ("text", "seen"),
        ("image", "x"),
        ("image", "y"),
        ("file", "https://a.b/c.pdf"),
    ]
    assert all(follow(message, event.at("value")) == event.value for event in events)


def test_a_list_of_plain_data_is_not_read_as_parts() -> None:
    message = {"role": "tool", "content": [result({"type": "json", "value": [{"type": "text", "text": "data"}]})]}
    assert len(read(message, 0)) == 1


def test_calls_and_results_of_provider_tools_are_server_events() -> None:
    parts = [
        {"type": "tool-call", "toolCallId": "s1", "toolName": "search", "input": {}, "providerExecuted": True},
        result({"type": "text", "value": "x"}, "s1"),
        {"type": "tool-call", "toolCallId": "c1", "toolName": "f", "input": {}},
        result({"type": "text", "value": "misplaced"}, "c1"),
    ]
    events = read({"role": "assistant", "content": parts}, 0)
    assert [event.kind for event in events] == ["server_call", "server_result", "call", "result"]


def test_tagged_file_data_is_unwrapped() -> None:
    message = {
        "role": "user",
        "content": [{"type": "file", "mediaType": "image/png", "data": {"type": "url", "url": "https://a.b/c.png"}}],
    }
    (event,) = read(message, 0)
    assert (event.kind, event.value, event.media_type) == ("image", "https://a.b/c.png", "image/png")
    assert follow(message, event.at("value")) == "https://a.b/c.png"


def test_approvals_are_other_events_that_name_their_call() -> None:
    message = {
        "role": "assistant",
        "content": [{"type": "tool-approval-request", "approvalId": "a1", "toolCallId": "c1"}],
    }
    (event,) = read(message, 0)
    assert (event.kind, event.name, event.id, event.at("approval")) == (
        "other",
        "tool-approval-request",
        "c1",
        ("content", 0, "approvalId"),
    )


@pytest.mark.parametrize(
    ("part", "version"),
    [
        ({"type": "text", "text": "x"}, None),
        (result({"type": "json", "value": 1}), None),
        (result({"type": "content", "value": [{"type": "text", "text": "x"}]}), None),
        (result({"type": "content", "value": [{"type": "media", "data": "x", "mediaType": "image/png"}]}), "5"),
        (result({"type": "execution-denied"}), "6"),
        (result({"type": "content", "value": [{"type": "image-url", "url": "x"}]}), "6"),
        ({"type": "tool-approval-response", "approvalId": "a", "approved": True}, "6"),
        ({"type": "custom", "kind": "x"}, "7"),
        ({"type": "file", "data": {"type": "url", "url": "x"}, "mediaType": "image/png"}, "7"),
        (result({"type": "content", "value": [{"type": "file-reference", "providerReference": {}}]}), "7"),
    ],
)
def test_a_part_identifies_the_sdk_that_introduced_it(part: Any, version: str | None) -> None:
    assert dialect([{"role": "tool", "content": [part]}]) == version


def test_the_newest_part_decides() -> None:
    old = result({"type": "content", "value": [{"type": "media"}]})
    assert dialect([{"role": "tool", "content": [{"type": "custom", "kind": "x"}, old]}]) == "7"


def test_a_made_up_answer_is_valid() -> None:
    assert FORMAT.envelope is not None
    message = FORMAT.envelope([answer("c1", "f", "nothing was recorded")])
    FORMAT.model().validate_python(message)
    assert read(message, 0)[0].value == "nothing was recorded"


@settings(deadline=None, max_examples=60)
@given(st.lists(json_values, max_size=3) | history)
def test_no_message_makes_the_reader_raise(messages: list[Any]) -> None:
    assert dialect(messages) in (None, "5", "6", "7")
    for index, message in enumerate(messages):
        for event in read(message, index):
            follow(message, event.path)


@settings(deadline=None, max_examples=60)
@given(history)
def test_generated_histories_are_valid(messages: list[Any]) -> None:
    for message in messages:
        FORMAT.model().validate_python(message)
