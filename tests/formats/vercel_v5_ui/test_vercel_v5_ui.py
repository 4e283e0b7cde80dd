"""UI messages of SDK 5 to 7: the meaning of each state of a tool part."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from tests.strategies.json_values import json_values
from tests.strategies.vercel_v5_ui import history
from workbench.formats.contract import LIKELY, NO_EVIDENCE
from workbench.formats.vercel_v5_ui import FORMAT
from workbench.formats.vercel_v5_ui.events import read
from workbench.formats.vercel_v5_ui.recognition import body_evidence, dialect
from workbench.json.pointer import follow


def tool(state: str, **fields: Any) -> dict[str, Any]:
    return {"type": "tool-look", "toolCallId": "c1", "state": state, "input": {"a": 1}, **fields}


@pytest.mark.parametrize(
    ("part", "kinds", "value", "failed"),
    [
        (tool("input-streaming"), ["call"], {"a": 1}, False),
        (tool("input-available"), ["call"], {"a": 1}, False),
        (tool("approval-requested", approval={"id": "a"}), ["call"], {"a": 1}, False),
        (tool("output-available", output={"n": 1}), ["call", "result"], {"n": 1}, False),
        (tool("output-available", output="x", providerExecuted=True), ["server_call", "server_result"], "x", False),
        (tool("output-error", errorText="bad"), ["call", "result"], "bad", True),
        (tool("output-denied", approval={"id": "a", "reason": "no"}), ["call", "result"], "no", True),
    ],
)
def test_the_state_decides_whether_there_is_a_result(part: Any, kinds: list[str], value: Any, failed: bool) -> None:
    message = {"id": "1", "role": "assistant", "parts": [part]}
    events = read(message, 0)
    assert [event.kind for event in events] == kinds
    assert {(event.id, event.name) for event in events} == {("c1", "look")}
    assert (events[-1].value, events[-1].failed) == (value, failed)
    assert follow(message, events[-1].at("value")) == value


def test_a_dynamic_tool_has_its_name_in_a_field_and_a_static_one_in_its_type() -> None:
    dynamic = {"type": "dynamic-tool", "toolName": "look", "toolCallId": "c1", "state": "input-available"}
    (static_event,) = read({"parts": [tool("input-available")]}, 0)
    (dynamic_event,) = read({"parts": [dynamic]}, 0)
    assert (static_event.name, static_event.at("name")) == ("look", ("parts", 0))
    assert (dynamic_event.name, dynamic_event.at("name")) == ("look", ("parts", 0, "toolName"))


def test_input_that_could_not_be_parsed_is_the_value_of_its_call() -> None:
    part = {"type": "tool-look", "toolCallId": "c1", "state": "output-error", "rawInput": "{bad", "errorText": "x"}
    call, _ = read({"parts": [part]}, 0)
    assert (call.value, call.at("value")) == ("{bad", ("parts", 0, "rawInput"))


def test_the_other_parts_are_events() -> None:
    parts = [
        {"type": "step-start"},
        {"type": "text", "text": "hi"},
        {"type": "reasoning", "text": "hm"},
        {"type": "file", "mediaType": "image/png", "url": "https://a.b/c.png"},
        {"type": "file", "mediaType": "application/pdf", "url": "https://a.b/c.pdf"},
        {"type": "source-url", "sourceId": "s", "url": "https://a.b"},
        {"type": "data-weather", "data": {}},
        None,
    ]
    events = read({"role": "assistant", "parts": parts}, 0)
    assert [event.kind for event in events] == ["text", "thought", "image", "file", "other", "other", "other"]


def test_model_messages_of_a_mixed_history_are_read_as_such() -> None:
    result = {"type": "tool-result", "toolCallId": "c1", "toolName": "f", "output": {"type": "text", "value": "ok"}}
    assert [event.value for event in read({"role": "user", "content": "hi"}, 0)] == ["hi"]
    assert [event.value for event in read({"role": "tool", "content": [result]}, 0)] == ["ok"]


@pytest.mark.parametrize(
    ("part", "version"),
    [
        (tool("output-available", output=1), None),
        (tool("approval-requested", approval={"id": "a"}), "6"),
        (tool("output-denied", approval={"id": "a"}), "6"),
        ({"type": "steering-message", "parts": []}, "7"),
    ],
)
def test_a_part_or_state_identifies_the_sdk_that_introduced_it(part: Any, version: str | None) -> None:
    assert dialect([{"role": "assistant", "parts": [part]}]) == version


def test_the_trigger_of_the_chat_transport_is_evidence() -> None:
    assert body_evidence({"id": "chat", "trigger": "submit-message"}) == LIKELY
    assert body_evidence({"id": "chat"}) == NO_EVIDENCE


@pytest.mark.parametrize(
    "part", [tool("finished"), {"type": "tool-x"}, {"type": "image"}, {"type": "file", "url": "x"}]
)
def test_the_model_names_what_is_wrong_with_a_part(part: Any) -> None:
    with pytest.raises(ValidationError):
        FORMAT.model().validate_python({"id": "1", "role": "assistant", "parts": [part]})


@settings(deadline=None, max_examples=60)
@given(st.lists(json_values, max_size=3) | history)
def test_no_message_makes_the_reader_raise(messages: list[Any]) -> None:
    assert dialect(messages) in (None, "6", "7")
    for index, message in enumerate(messages):
        for event in read(message, index):
            follow(message, event.path)


@settings(deadline=None, max_examples=60)
@given(history)
def test_generated_histories_are_valid(messages: list[Any]) -> None:
    for message in messages:
        FORMAT.model().validate_python(message)
