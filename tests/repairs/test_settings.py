"""Settings that a request is refused for: they only control the answer, so removing one loses no word."""

from __future__ import annotations

import json
from typing import Any

import pytest

from workbench.checks.check import check
from workbench.detection import detected
from workbench.loading import load
from workbench.repairs.repair import Repaired, repair

HELLO: list[Any] = [{"role": "user", "content": "Hello"}]


def budget(tokens: int) -> Any:
    return {"type": "enabled", "budget_tokens": tokens}


THINKING = budget(2000)


def repaired(target: str, body: Any) -> Repaired:
    return repair(detected(load(json.dumps(body)), target=target), target, mind_others=False)


def claude(**settings: Any) -> Any:
    return {"model": "claude-sonnet-4-5", "max_tokens": 4000, "messages": HELLO, **settings}


@pytest.mark.parametrize(
    ("target", "body", "setting"),
    [
        ("anthropic", claude(thinking=THINKING, temperature=0), "temperature"),
        ("anthropic", claude(thinking=THINKING, top_k=5), "top_k"),
        ("anthropic", claude(temperature=0.5, top_p=0.9), "top_p"),
        ("openai", {"model": "o3", "messages": HELLO, "temperature": 0.2}, "temperature"),
        ("openai", {"model": "o3", "messages": HELLO, "stop": ["END"]}, "stop"),
        ("openai", {"model": "gpt-4o", "messages": HELLO, "tool_choice": "auto"}, "tool_choice"),
        ("openai", {"model": "o4-mini", "messages": HELLO, "reasoning_effort": "minimal"}, "reasoning_effort"),
        ("moonshot", {"model": "kimi-k2.5", "messages": HELLO, "top_p": 0.6}, "top_p"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_only_the_setting_that_the_model_refuses_is_removed(target: str, body: Any, setting: str) -> None:
    done = repaired(target, body)
    assert done.remaining == ()
    assert done.conversation.payload == {key: value for key, value in body.items() if key != setting}


@pytest.mark.parametrize(
    ("target", "body", "expected"),
    [
        ("openai", {"model": "gpt-4o", "messages": HELLO, "temperature": 3}, {"temperature": 2}),
        ("openai-responses", {"model": "gpt-4o", "input": HELLO, "max_output_tokens": 5}, {"max_output_tokens": 16}),
        ("anthropic", claude(temperature=-1), {"temperature": 0}),
        ("anthropic", claude(max_tokens=1500, thinking=THINKING), {"thinking": budget(1499)}),
        ("anthropic", claude(thinking=budget(5)), {"thinking": budget(1024)}),
    ],
)
def test_a_number_out_of_range_is_set_to_the_nearest_bound(target: str, body: Any, expected: Any) -> None:
    done = repaired(target, body)
    assert done.remaining == ()
    assert done.conversation.payload == body | expected


def test_a_budget_that_leaves_no_room_for_the_answer_is_left_to_the_user() -> None:
    body = claude(max_tokens=1000, thinking=THINKING)
    assert repaired("anthropic", body).conversation.payload == body


def test_a_setting_that_only_has_a_warning_stays() -> None:
    body: Any = {"model": "gpt-5.1", "messages": HELLO, "reasoning_effort": None}
    done = repaired("openai", body)
    assert done.conversation.payload == body
    assert [finding.rule for finding in check(done.conversation, "openai").findings] == ["effort-unsupported"]


def test_a_tool_result_with_the_name_of_a_setting_is_not_lost() -> None:
    call = {"id": "call_1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    weather = {"role": "tool", "tool_call_id": "call_9", "content": json.dumps({"temperature": 21, "stop": "Opera"})}
    body: Any = {
        "model": "gpt-4o",
        "messages": [*HELLO, {"role": "assistant", "content": None, "tool_calls": [call]}, weather],
    }
    text = json.dumps(repaired("openai", body).conversation.payload)
    assert "Opera" in text
    assert "21" in text


@pytest.mark.parametrize(("name", "is_left_out"), [("unit", True), ("Ask the <b>user</b> first", False)])
def test_only_a_field_name_is_removed_from_the_required_fields_of_a_schema(name: str, is_left_out: bool) -> None:
    schema: Any = {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id", name]}
    tool: Any = {"type": "function", "function": {"name": "find", "parameters": schema}}
    done = repaired("cohere", {"model": "command-a", "messages": HELLO, "tools": [tool]})
    assert (name not in json.dumps(done.conversation.payload)) is is_left_out
    assert [fix.safe for fix in done.proposed] == ([] if is_left_out else [False])
