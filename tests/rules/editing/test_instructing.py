"""What a refused setting demanded is written into the prompt, wherever the prompt is."""

from __future__ import annotations

import json
from typing import Any

import pytest

from workbench.detection import detected
from workbench.loading import load
from workbench.repairs.repair import repair

SENTENCE = "Answer with a call of one of the tools."
PING = {"type": "function", "function": {"name": "ping", "parameters": {"type": "object", "properties": {}}}}
BRIEF = {"type": "text", "text": "Be brief."}
ASK = {"role": "user", "content": "ping"}


def repaired(messages: list[Any]) -> Any:
    thinking = {"type": "enabled"}
    request = {"model": "deepseek-v4-flash", "thinking": thinking, "tool_choice": "required", "tools": [PING]}
    conversation = detected(load(json.dumps({**request, "messages": messages}).encode()), target="deepseek")
    result = repair(conversation, "deepseek")
    assert result.remaining == ()
    payload: Any = result.conversation.payload
    assert payload["tool_choice"] == "auto"
    return payload["messages"]


def test_a_request_without_a_system_message_gets_one() -> None:
    assert repaired([ASK]) == [{"role": "system", "content": SENTENCE}, ASK]


@pytest.mark.parametrize(("content", "extended"), [
    ("Be brief.", f"Be brief.\n\n{SENTENCE}"),
    ([BRIEF], [BRIEF, {"type": "text", "text": SENTENCE}]),
])  # fmt: skip
def test_a_system_message_is_extended(content: Any, extended: Any) -> None:
    assert repaired([{"role": "system", "content": content}, ASK])[0] == {"role": "system", "content": extended}
