"""A thought is sent in the field that its receiver accepts."""

from __future__ import annotations

from typing import Any

import pytest

import workbench as wb
from workbench.stages import stages
from workbench.targets import target_for

HISTORY: Any = {
    "model": "claude-sonnet-4-5",
    "max_tokens": 4000,
    "thinking": {"type": "enabled", "budget_tokens": 2000},
    "messages": [
        {"role": "user", "content": "How much is a gill?"},
        {
            "role": "assistant",
            "content": [
                {"type": "thinking", "thinking": "A British one.", "signature": "c2ln"},
                {"type": "text", "text": "142 ml."},
            ],
        },
        {"role": "user", "content": "And two?"},
    ],
}


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("groq", {"role": "assistant", "content": "142 ml.", "reasoning": "A British one."}),
        ("cerebras", {"role": "assistant", "content": "142 ml.", "reasoning": "A British one."}),
        ("moonshot", {"role": "assistant", "content": "142 ml.", "reasoning_content": "A British one."}),
    ],
)
def test_the_converted_stage_has_the_field_that_the_target_accepts(target: str, expected: Any) -> None:
    conversation = wb.load(HISTORY)
    wire = stages(conversation, target_for(target, conversation.format)).wire
    assert wire.messages[1] == expected


@pytest.mark.parametrize("target", ["groq", "cerebras", "fireworks"])
def test_a_healthy_history_is_not_refused_because_of_our_conversion(target: str) -> None:
    rules = {finding.rule for finding in wb.check(HISTORY, target).errors}
    assert "reasoning-echo-refused" not in rules
