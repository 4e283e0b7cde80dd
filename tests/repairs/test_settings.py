"""Settings that a request is refused for: they only control the answer, so removing one loses no word."""

from __future__ import annotations

import json
from typing import Any

import pytest

from workbench.checks.check import check
from workbench.detection import detected
from workbench.loading import load
from workbench.repairs.plan import plan
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


def test_a_word_of_a_setting_does_not_replace_the_same_word_elsewhere() -> None:
    """Otherwise removing the copy and then the setting would lose the word, and the next repair would differ."""
    reasoning = {"mode": "pro", "remark": "pro"}
    done = repaired("openai-responses", {"model": "gpt-5.4-nano", "input": "Hello", "reasoning": reasoning})
    assert done.conversation.payload["reasoning"] == {"remark": "pro"}
    assert repair(done.conversation, "openai-responses").applied == ()


ASKED = {"contents": [{"role": "user", "parts": [{"text": "Hello"}]}], "model": "gemini-2.5-flash"}
CLAUDE_ON_BEDROCK = "us.anthropic.claude-sonnet-4-5-20250929-v1:0"


def converse(**settings: Any) -> Any:
    return {"modelId": CLAUDE_ON_BEDROCK, "messages": [{"role": "user", "content": [{"text": "Hello"}]}], **settings}


@pytest.mark.parametrize(
    ("target", "body", "written"),
    [
        ("anthropic", claude(instructions="Be brief."), {"system": "Be brief."}),
        ("anthropic", claude(stop="END"), {"stop_sequences": ["END"]}),
        ("bedrock", converse(temperature=0.5), {"inferenceConfig": {"temperature": 0.5}}),
        ("bedrock", converse(inferenceConfig={"max_tokens": 9}), {"inferenceConfig": {"maxTokens": 9}}),
        ("bedrock", converse(thinking=THINKING), {"additionalModelRequestFields": {"thinking": THINKING}}),
        ("gemini", {**ASKED, "max_tokens": 9}, {"generationConfig": {"maxOutputTokens": 9}}),
        ("gemini", {**ASKED, "system": "Be brief."}, {"systemInstruction": {"parts": [{"text": "Be brief."}]}}),
        ("mistral", {"model": "mistral-large-latest", "messages": HELLO, "seed": 7}, {"random_seed": 7}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_setting_of_another_api_is_moved_to_its_place_in_this_one(target: str, body: Any, written: Any) -> None:
    done = repaired(target, body)
    assert done.remaining == ()
    payload = done.conversation.payload
    known = ("model", "modelId", "messages", "contents", *(("max_tokens",) if target == "anthropic" else ()))
    assert {key: payload[key] for key in payload if key not in known} == written


def test_a_setting_is_left_out_if_its_value_is_not_accepted_in_its_place_here() -> None:
    assert repaired("bedrock", converse(temperature=1.5)).conversation.payload == converse()


@pytest.mark.parametrize(
    ("target", "body", "setting"),
    [
        ("anthropic", claude(num_retries=3), "num_retries"),
        ("anthropic", claude(options={"num_ctx": 4096, "mirostat": 2}), "options"),
        ("anthropic", claude(safety_settings=[{"category": "ALL", "threshold": "OFF"}]), "safety_settings"),
        ("anthropic", claude(speed="turbo"), "speed"),
        ("ollama", {"model": "qwen3:8b", "messages": HELLO, "think": "ultra"}, "think"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_setting_of_numbers_switches_and_names_is_left_out(target: str, body: Any, setting: str) -> None:
    done = repaired(target, body)
    assert done.remaining == ()
    assert done.conversation.payload == {key: value for key, value in body.items() if key != setting}


@pytest.mark.parametrize("contents", [[], [{"role": "user", "parts": [{"text": "Hi"}]}]])
def test_a_bare_text_in_a_system_prompt_can_become_a_part_whatever_the_messages_are(contents: list[Any]) -> None:
    body = {"model": "gemini-2.0-flash-001", "contents": contents, "systemInstruction": {"parts": ["Be brief."]}}
    steps = plan(detected(load(json.dumps(body)), target="vertex-gemini"), "vertex-gemini")
    written = {"op": "replace", "path": "/systemInstruction/parts/0", "value": {"text": "Be brief."}}
    assert [step.fix.patch for step in steps if step.fix.title == "Write it as a text part"] == [(written,)]


def test_a_setting_of_words_is_not_left_out() -> None:
    body = claude(title="Ships", options={"remark": "Look out for ships."})
    done = repaired("anthropic", body)
    assert done.conversation.payload == body
    assert {finding.at for finding in done.remaining} == {"/title", "/options"}


@pytest.mark.parametrize(
    "misplaced",
    [
        {"max_tokens": "Quince"},
        {"stream": {"note": "imported yesterday"}},
        {"summary": "They talked about pears."},
        {"provider": {"order": ["the one that answered first"]}},
    ],
    ids=lambda setting: next(iter(setting)),
)
def test_words_in_the_place_of_a_setting_are_not_left_out(misplaced: Any) -> None:
    body = {"model": "gpt-4o", "messages": HELLO, **misplaced}
    assert repaired("openai", body).conversation.payload == body


def test_a_number_as_text_and_a_text_that_ends_the_answer_are_still_settings() -> None:
    body = claude(max_tokens_to_sample="", stop=["END OF ROW"], n="3")
    done = repaired("anthropic", body)
    assert not {"stop", "n"} & done.conversation.payload.keys()


def test_fields_for_the_model_that_it_does_not_accept_are_left_out() -> None:
    body = converse(additionalModelRequestFields={"reasoningConfig": {"type": "enabled", "maxReasoningEffort": "low"}})
    done = repaired("bedrock", body)
    assert done.remaining == ()
    assert "Hello" in json.dumps(done.conversation.payload)


@pytest.mark.parametrize("place", ["system", "tools", "messages"])
def test_a_sentence_in_a_cache_mark_is_kept_wherever_the_mark_is(place: str) -> None:
    mark = {"cache_control": {"type": "ephemeral", "note": "Keep this for the audit in May."}}
    marked: dict[str, list[Any]] = {
        "system": [{"type": "text", "text": "Be brief.", **mark}],
        "tools": [{"name": "look", "input_schema": {"type": "object"}, **mark}],
        "messages": [{"role": "user", "content": [{"type": "text", "text": "Hello", **mark}]}],
    }
    done = repaired("anthropic", claude(**{place: marked[place]}))
    assert "Keep this for the audit in May." in json.dumps(done.conversation.payload)
