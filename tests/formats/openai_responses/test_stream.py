"""The events of a Responses stream form the response, or the part that arrived before an interruption."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies.json_values import json_values
from workbench.formats.openai_responses.stream import ResponsesAssembly

_CALL = {"id": "fc_1", "type": "function_call", "call_id": "call_1", "name": "ls", "arguments": ""}
EVENTS: list[Any] = [
    {"type": "response.created", "response": {"id": "resp_1", "status": "in_progress", "output": []}},
    {"type": "response.output_item.added", "output_index": 0, "item": {"id": "m", "type": "message", "content": []}},
    {"type": "response.output_text.delta", "output_index": 0, "item_id": "m", "delta": "Hel"},
    {"type": "response.output_text.delta", "output_index": 0, "item_id": "m", "delta": "lo"},
    {"type": "response.output_item.added", "output_index": 1, "item": _CALL},
    {"type": "response.function_call_arguments.delta", "output_index": 1, "item_id": "fc_1", "delta": '{"a"'},
    {"type": "response.function_call_arguments.delta", "output_index": 1, "item_id": "fc_1", "delta": ": 1}"},
]


def test_the_last_event_contains_the_response() -> None:
    whole = {"id": "resp_1", "status": "completed", "output": [{"type": "message"}]}
    assembly = ResponsesAssembly()
    pieces = [piece for event in EVENTS for piece in assembly.add(event)]
    assembly.add({"type": "response.completed", "response": whole})
    assert pieces == ["Hel", "lo"]
    assert assembly.finished
    assert assembly.body() == whole


def test_an_interrupted_stream_yields_what_arrived() -> None:
    assembly = ResponsesAssembly()
    for event in EVENTS[:-1]:
        assembly.add(event)
    assert not assembly.finished
    assert assembly.body() == {
        "id": "resp_1",
        "object": "response",
        "status": "incomplete",
        "output": [
            {
                "id": "m",
                "type": "message",
                "content": [{"type": "output_text", "text": "Hello", "annotations": []}],
            },
            {**_CALL, "arguments": '{"a"'},
        ],
    }


def test_a_failed_response_reports_its_error() -> None:
    assembly = ResponsesAssembly()
    error = {"code": "server_error", "message": "overloaded"}
    assembly.add({"type": "response.failed", "response": {"status": "failed", "error": error}})
    assert assembly.failed == error


@settings(deadline=None, max_examples=60)
@given(st.lists(json_values, max_size=4), st.sampled_from([event["type"] for event in EVENTS]))
def test_nothing_that_a_server_sends_raises(events: list[Any], kind: str) -> None:
    assembly = ResponsesAssembly()
    for event in events:
        assembly.add(event)
        assembly.add({"type": kind, "item": event, "delta": event, "response": event, "output_index": event})
    assert "output" in assembly.body() or assembly.finished
