"""Messages of another version or layer of an SDK are rewritten for the target's version, if that loses nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest

from workbench.checks.check import check
from workbench.detection import detected
from workbench.loading import load
from workbench.repairs.repair import Repaired, repair

VERSIONS = ("ai@5", "ai@6", "ai@7")
CALL = {"type": "tool-call", "toolCallId": "call_1", "toolName": "list_ships"}
RESULT = {"type": "tool-result", "toolCallId": "call_1", "toolName": "list_ships"}
OLD: list[Any] = [
    {"role": "user", "content": "Which ships are in?"},
    {"role": "assistant", "content": [{**CALL, "args": {"port": "Varna"}}]},
    {"role": "tool", "content": [{**RESULT, "result": {"ships": 3}}]},
]
NEW: list[Any] = [
    {"role": "user", "content": "Which ships are in?"},
    {"role": "assistant", "content": [{**CALL, "input": {"port": "Varna"}}]},
    {"role": "tool", "content": [{**RESULT, "output": {"type": "json", "value": {"ships": 3}}}]},
]


def shown(*parts: Any, role: str = "user", **fields: Any) -> Any:
    return {"id": "m1", "role": role, "parts": list(parts), **fields}


def text(words: str) -> Any:
    return {"type": "text", "text": words}


def repaired(messages: Any, target: str) -> Repaired:
    return repair(detected(load(json.dumps(messages)), target=target), target, mind_others=False)


@pytest.mark.parametrize("target", VERSIONS)
def test_messages_of_version_4_are_rewritten(target: str) -> None:
    done = repaired(OLD, target)
    assert done.remaining == ()
    assert done.conversation.payload == NEW
    assert repaired(done.conversation.payload, target).applied == ()


@pytest.mark.parametrize("target", VERSIONS)
def test_ui_messages_are_converted_as_the_sdk_does(target: str) -> None:
    messages = [shown(text("Hello")), shown({"type": "step-start"}, text("Hi."), role="assistant"), shown(text("Bye."))]
    done = repaired(messages, target)
    assert done.remaining == ()
    assert [message["content"] for message in done.conversation.payload] == [
        [text("Hello")],
        [text("Hi.")],
        [text("Bye.")],
    ]


def test_ui_messages_with_content_that_no_model_message_has_are_left_as_they_are() -> None:
    messages = [shown(text("Hello"), {"type": "data-weather", "data": {"place": "Varna"}}), shown(text("Bye."))]
    done = repaired(messages, "ai@6")
    assert done.conversation.payload == messages
    assert [finding.rule for finding in done.remaining] == ["ui-message-as-model-message"]


def test_a_call_that_was_stopped_has_the_words_that_follow_after_the_conversion() -> None:
    tool = {"type": "tool-list_ships", "toolCallId": "call_1", "state": "input-available", "input": {"port": "Varna"}}
    messages = [shown(text("Look.")), shown(tool, role="assistant"), shown(text("Stop."))]
    report = check(detected(load(json.dumps(messages)), target="ai@6"), "ai@6")
    words = {finding.rule: finding.provider_error or "" for finding in report.errors}
    assert words["ui-tool-state-incomplete"].startswith("AI_MissingToolResultsError: Tool result is missing")
    assert words["ui-message-as-model-message"].startswith("AI_InvalidPromptError")
    assert repaired(messages, "ai@6").remaining == ()


@pytest.mark.parametrize("target", VERSIONS)
def test_a_ui_message_among_model_messages_is_converted(target: str) -> None:
    answer = shown({"type": "step-start"}, {**text("Hi."), "state": "done"}, role="assistant")
    done = repaired([*NEW, answer, {"role": "user", "content": "Bye."}], target)
    assert done.remaining == ()
    written = [{"role": "assistant", "content": [text("Hi.")]}, {"role": "user", "content": "Bye."}]
    assert done.conversation.payload == [*NEW, *written]
