"""A UI message in a list of model messages, as in a store that was migrated halfway, is converted on its own."""

from __future__ import annotations

import json
from typing import Any

import pytest

from workbench.detection import detected
from workbench.loading import load
from workbench.repairs.repair import repair

CALL = {"type": "tool-call", "toolCallId": "call_1", "toolName": "list_ships", "input": {"port": "Varna"}}
RESULT = {"type": "tool-result", "toolCallId": "call_1", "toolName": "list_ships"}
MODEL_MESSAGES: list[Any] = [
    {"role": "user", "content": "Which ships are in?"},
    {"role": "assistant", "content": [CALL]},
    {"role": "tool", "content": [{**RESULT, "output": {"type": "json", "value": {"ships": 3}}}]},
]
BYE = {"role": "user", "content": "Bye."}


@pytest.mark.parametrize("target", ["ai@5", "ai@6", "ai@7"])
def test_it_is_converted_and_the_others_stay(target: str) -> None:
    parts = [{"type": "step-start"}, {"type": "text", "text": "Hi.", "state": "done"}]
    messages = [*MODEL_MESSAGES, {"id": "m1", "role": "assistant", "parts": parts}, BYE]
    done = repair(detected(load(json.dumps(messages)), target=target), target)
    assert done.remaining == ()
    answer = {"role": "assistant", "content": [{"type": "text", "text": "Hi."}]}
    assert done.conversation.payload == [*MODEL_MESSAGES, answer, BYE]


@pytest.mark.parametrize("target", ["ai@5", "ai@6", "ai@7"])
def test_a_message_with_data_that_no_model_message_has_stays(target: str) -> None:
    parts = [{"type": "text", "text": "Hi."}, {"type": "data-weather", "data": {"place": "Burgas"}}]
    messages = [*MODEL_MESSAGES, {"id": "m1", "role": "assistant", "parts": parts}, BYE]
    assert repair(detected(load(json.dumps(messages)), target=target), target).conversation.payload == messages
