"""A request written for Chat Completions and sent to Responses: what is refused, and how it is written there."""

from __future__ import annotations

from typing import Any

import workbench as wb

QUESTION: list[Any] = [{"role": "user", "content": "Answer in JSON."}]
PICTURE = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA"


def repaired(request: dict[str, Any], target: str = "openai-responses") -> Any:
    return wb.repair(request, target).conversation.payload


def test_a_moved_parameter_is_refused_in_the_words_of_the_api() -> None:
    request: dict[str, Any] = {"model": "gpt-5", "input": QUESTION, "reasoning_effort": "low"}
    [finding] = wb.check(request, "openai-responses").findings
    assert (finding.rule, finding.severity, finding.at) == ("parameter-moved", "error", "/reasoning_effort")
    assert "has moved to 'reasoning.effort'" in (finding.provider_error or "")


def test_a_moved_parameter_is_written_where_this_api_has_it() -> None:
    schema: Any = {"type": "object", "properties": {}, "additionalProperties": False}
    request: dict[str, Any] = {
        "model": "gpt-5",
        "input": QUESTION,
        "max_tokens": 100,
        "reasoning": {"summary": "auto"},
        "reasoning_effort": "low",
        "response_format": {"type": "json_schema", "json_schema": {"name": "answer", "schema": schema}},
    }
    assert repaired(request) == {
        "model": "gpt-5",
        "input": QUESTION,
        "max_output_tokens": 100,
        "reasoning": {"summary": "auto", "effort": "low"},
        "text": {"format": {"type": "json_schema", "name": "answer", "schema": schema}},
    }


def test_a_moved_parameter_does_not_overwrite_what_is_at_its_new_place() -> None:
    request: dict[str, Any] = {"model": "gpt-5", "input": QUESTION, "max_tokens": 9, "max_output_tokens": 99}
    assert repaired(request) == request


def test_a_tool_in_the_shape_of_the_other_api_is_found_and_rewritten() -> None:
    function: dict[str, Any] = {"name": "ls", "parameters": {"type": "object", "properties": {}}}
    request: dict[str, Any] = {
        "model": "gpt-5",
        "input": QUESTION,
        "tools": [{"type": "function", "function": function}],
    }
    finding = wb.check(request, "openai-responses").errors[0]
    assert finding.at == "/tools/0"
    assert finding.provider_error == "Missing required parameter: 'tools[0].name'."
    assert repaired(request) == {**request, "tools": [{"type": "function", **function}]}


def test_the_other_way_round_too() -> None:
    tool: dict[str, Any] = {"name": "ls", "parameters": {"type": "object", "properties": {}}}
    request: dict[str, Any] = {"model": "gpt-4o", "messages": QUESTION, "tools": [{"type": "function", **tool}]}
    assert repaired(request, "openai") == {**request, "tools": [{"type": "function", "function": tool}]}


def test_the_address_of_an_image_is_taken_out_of_its_object() -> None:
    part: Any = {"type": "input_image", "image_url": {"url": PICTURE, "detail": "low"}}
    request: dict[str, Any] = {"model": "gpt-5", "input": [{"role": "user", "content": [part]}]}
    written = {"type": "input_image", "image_url": PICTURE, "detail": "low"}
    assert repaired(request) == {**request, "input": [{"role": "user", "content": [written]}]}


def test_a_trace_may_keep_chat_messages_under_input() -> None:
    tools: Any = [{"type": "function", "function": {"name": "ls"}}]
    trace: dict[str, Any] = {"model": "gpt-4o", "input": QUESTION, "tools": tools, "output": "Paris"}
    assert wb.detect(trace).format == "openai-chat"
