"""Findings of one fault are one cause, headed by the finding that explains its origin."""

from __future__ import annotations

from typing import Any

import pytest

from workbench.checks.check import check
from workbench.conversation import Conversation
from workbench.detection import detected


def causes(messages: list[Any], target: str) -> list[tuple[str, ...]]:
    report = check(detected(Conversation("any", messages, messages), target=target), target, with_information=False)
    return [tuple(finding.rule for finding in cause.findings) for cause in report.causes]


@pytest.mark.parametrize("nothing", [{}, {"tool_call_id": None}, {"tool_call_id": ""}])
def test_a_result_without_an_id_is_the_cause_of_the_unanswered_call(nothing: Any) -> None:
    calls = [{"id": "call_1", "type": "function", "function": {"name": "look", "arguments": "{}"}}]
    messages = [
        {"role": "user", "content": "go"},
        {"role": "assistant", "content": None, "tool_calls": calls},
        {"role": "tool", "content": "seen", **nothing},
        {"role": "user", "content": "and?"},
    ]
    assert causes(messages, "openai") == [("tool-id-missing", "tool-result-missing")]


def test_split_results_are_the_cause_of_repeated_roles() -> None:
    messages: list[Any] = [
        {"role": "user", "content": [{"text": "go"}]},
        {"role": "assistant", "content": [{"toolUse": {"toolUseId": i, "name": "look", "input": {}}} for i in "ab"]},
        {"role": "user", "content": [{"toolResult": {"toolUseId": "a", "content": [{"text": "1"}]}}]},
        {"role": "user", "content": [{"toolResult": {"toolUseId": "b", "content": [{"text": "2"}]}}]},
    ]
    assert causes(messages, "bedrock") == [("tool-result-split", "role-consecutive")]


def test_consecutive_texts_of_one_role_are_a_separate_cause() -> None:
    messages: list[Any] = [{"role": "user", "content": [{"text": text}]} for text in ("go", "and?")]
    assert causes(messages, "bedrock") == [("role-consecutive",)]
