"""Settings that contradict each other or the model are refused at their place, in the provider's words."""

from __future__ import annotations

import json

import pytest

from workbench.checks.check import check
from workbench.checks.findings import Finding
from workbench.loading import load


def errors(request: dict[str, object], target: str) -> list[Finding]:
    return list(check(load(json.dumps(request).encode()), target).errors)


def chat(**settings: object) -> dict[str, object]:
    return {"model": "gpt-4o", "messages": [{"role": "user", "content": "a"}], **settings}


def claude(**settings: object) -> dict[str, object]:
    return {
        "model": "claude-sonnet-4-5",
        "max_tokens": 4000,
        "messages": [{"role": "user", "content": "a"}],
        **settings,
    }


@pytest.mark.parametrize(
    ("request_", "target", "at", "words"),
    [
        (
            chat(temperature=-1),
            "openai",
            "/temperature",
            "Invalid 'temperature': integer below minimum value. Expected a value >= 0, but got -1 instead.",
        ),
        (
            chat(stop=list("abcde")),
            "openai",
            "/stop",
            "Invalid 'stop': array too long. Expected an array with maximum length 4, but got an array with length 5 "
            "instead.",
        ),
        (chat(stop=list("abcde")), "groq", "/stop", "'stop' : maximum number of items is 4"),
        (chat(store=True), "groq", "/store", "property 'store' is unsupported"),
        (chat(temperature=3), "groq", "/temperature", "'temperature' : number must be at most 2"),
        (
            chat(tools=[]),
            "openai",
            "/tools",
            "Invalid 'tools': empty array. Expected an array with minimum length 1, but got an empty array instead.",
        ),
        (
            claude(thinking={"type": "enabled", "budget_tokens": 1000}),
            "anthropic",
            "/thinking/budget_tokens",
            "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024",
        ),
        (
            claude(model="claude-opus-4-6", thinking={"type": "adaptive"}, top_p=0.5),
            "anthropic",
            "/top_p",
            "`top_p` must be greater than or equal to 0.95 or unset when thinking is enabled or in adaptive mode.",
        ),
    ],
)
def test_a_setting_is_refused_in_the_words_of_its_server(
    request_: dict[str, object], target: str, at: str, words: str
) -> None:
    (finding,) = errors(request_, target)
    assert (finding.at, finding.message_index, finding.provider_error) == (at, -1, words)


def test_a_file_around_the_messages_is_no_request_and_may_have_any_fields() -> None:
    thread = {"id": "thread_1", "title": "Ships", "created_at": 5, "messages": [{"role": "user", "content": "a"}]}
    for target in ("openai", "groq", "mistral", "cerebras"):
        assert check(load(json.dumps(thread).encode()), target).findings == ()


def test_the_word_json_is_looked_for_in_every_message_and_part() -> None:
    asked = [{"role": "system", "content": "Answer in JSON."}, {"role": "user", "content": "a"}]
    assert errors(chat(messages=asked, response_format={"type": "json_object"}), "openai") == []
    (finding,) = errors(chat(response_format={"type": "json_object"}), "openai")
    assert finding.rule == "json-word-missing"


def test_a_model_that_thinks_by_itself_takes_no_forced_tool() -> None:
    tools = [{"type": "function", "function": {"name": "f", "parameters": {"type": "object", "properties": {}}}}]
    request = chat(model="kimi-k2-thinking", tools=tools, tool_choice="required")
    (finding,) = errors(request, "moonshot")
    assert finding.provider_error == "tool_choice 'required' is incompatible with thinking enabled"
    assert errors(request | {"thinking": {"type": "disabled"}}, "moonshot") == []


def test_a_parameter_that_is_null_is_as_good_as_absent() -> None:
    assert errors(chat(tools=None, response_format=None, user=None), "openai") == []


def test_the_word_json_may_be_in_a_stored_conversation() -> None:
    wanted = {"format": {"type": "json_object"}}
    request: dict[str, object] = {"model": "gpt-4o", "input": [{"role": "user", "content": "a"}], "text": wanted}
    assert [finding.rule for finding in errors(request, "openai-responses")] == ["json-word-missing"]
    assert errors(request | {"previous_response_id": "resp_1"}, "openai-responses") == []


def test_a_choice_of_tools_without_its_mode_is_no_choice() -> None:
    body = {"contents": [{"role": "user", "parts": [{"text": "Hello"}]}], "toolConfig": {"functionCallingConfig": {}}}
    assert check(load(json.dumps(body)), "gemini").errors == []


@pytest.mark.parametrize("kind", [[], {}, 1, None])
def test_a_format_of_answers_that_is_no_word_raises_nothing(kind: object) -> None:
    declared = [{"functionDeclarations": [{"name": "now"}]}]
    body = {"contents": [{"role": "user", "parts": [{"text": "hi"}]}], "tools": declared, "text": {"format": kind}}
    check(load(json.dumps(body)), "gemini")
