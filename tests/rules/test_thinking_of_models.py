"""How much Gemini is asked to think; a thought that goes into a content part; schemas in upper case."""

from __future__ import annotations

from typing import Any

import pytest

import workbench as wb


def asked(model: str, **thinking: Any) -> dict[str, Any]:
    contents: Any = [{"role": "user", "parts": [{"text": "Hello"}]}]
    return {"model": model, "contents": contents, "generationConfig": {"thinkingConfig": thinking}}


@pytest.mark.parametrize(
    ("model", "thinking"),
    [
        ("gemini-2.5-pro", {"thinkingBudget": 0}),
        ("gemini-2.5-pro", {"thinkingBudget": 65536}),
        ("gemini-2.5-flash-lite", {"thinkingBudget": 100}),
        ("gemini-2.5-flash", {"thinkingLevel": "high"}),
        ("gemini-3-pro-preview", {"thinkingLevel": "MINIMAL"}),
    ],
)
def test_what_the_model_does_not_take_is_refused_at_the_setting(model: str, thinking: dict[str, Any]) -> None:
    [finding] = wb.check(asked(model, **thinking), "gemini").errors
    assert finding.at == f"/generationConfig/thinkingConfig/{next(iter(thinking))}"
    assert finding.provider_error


@pytest.mark.parametrize(("budget", "nearest"), [(0, 128), (65536, 32768)])
def test_a_budget_is_set_to_the_nearest_that_is_taken(budget: int, nearest: int) -> None:
    repaired = wb.repair(asked("gemini-2.5-pro", thinkingBudget=budget), "gemini").conversation.payload
    assert repaired == asked("gemini-2.5-pro", thinkingBudget=nearest)


@pytest.mark.parametrize(
    ("model", "thinking"),
    [
        ("gemini-2.5-pro", {"thinkingBudget": -1}),
        ("gemini-2.5-flash", {"thinkingBudget": 0}),
        ("gemini-3-flash-preview", {"thinkingLevel": "minimal"}),
        ("gemini-9-ultra", {"thinkingLevel": "huge"}),
    ],
)
def test_what_it_takes_or_nobody_knows_is_not(model: str, thinking: dict[str, Any]) -> None:
    assert wb.check(asked(model, **thinking), "gemini").verdict.outcome == "accepted"


def test_mistral_gets_the_thought_as_a_part_of_the_content() -> None:
    answer: Any = {"role": "assistant", "content": "Hi", "reasoning_content": "Greet."}
    history: list[Any] = [{"role": "user", "content": "Hello"}, answer, {"role": "user", "content": "Bye"}]
    request: dict[str, Any] = {"model": "magistral-medium-latest", "messages": history}
    repaired = wb.repair(request, "mistral").conversation.messages
    thought: Any = {"type": "thinking", "thinking": [{"type": "text", "text": "Greet."}]}
    assert repaired[1] == {"role": "assistant", "content": [thought, {"type": "text", "text": "Hi"}]}


def test_a_schema_that_moves_spells_its_types_as_json_schema_does() -> None:
    schema: Any = {"type": "OBJECT", "properties": {"level": {"type": "INTEGER", "enum": [1, 2]}}}
    contents: Any = [{"role": "user", "parts": [{"text": "Hello"}]}]
    tools: Any = [{"functionDeclarations": [{"name": "set", "parameters": schema}]}]
    repaired = wb.repair({"contents": contents, "tools": tools}, "gemini").conversation.payload
    moved: Any = {"type": "object", "properties": {"level": {"type": "integer", "enum": [1, 2]}}}
    assert repaired == {
        "contents": contents,
        "tools": [{"functionDeclarations": [{"name": "set", "parametersJsonSchema": moved}]}],
    }


def test_a_dot_in_the_name_of_a_definition_is_a_doubt_and_a_blank_an_error() -> None:
    def offering(name: str) -> dict[str, Any]:
        tool: Any = {
            "type": "function",
            "function": {"name": name, "parameters": {"type": "object", "properties": {}}},
        }
        return {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}], "tools": [tool]}

    assert wb.check(offering("files.read"), "openai").verdict.outcome == "may-refuse"
    assert wb.check(offering("read file"), "openai").verdict.outcome == "refused"
