"""A fix that is offered as safe and not applied has a reason that the user can read."""

from __future__ import annotations

from typing import Any

import pytest

from workbench.json.text import compact
from workbench.loading import load
from workbench.outputs.repair_report import repaired_as_text
from workbench.repairs.declined import declined
from workbench.repairs.repair import repair

_UNREADABLE: Any = {"text": "It is on the third floor."}
_ORPHAN: Any = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "open"}]}
_THOUGHT: Any = {"role": "assistant", "content": [{"reasoningContent": {}}]}


@pytest.mark.parametrize(
    ("messages", "why"),
    [
        (
            [{"role": "user", "content": "Where is it?"}, _UNREADABLE, _ORPHAN],
            "Afterwards, the file would be read as OpenAI Chat Completions, where other fixes are needed.",
        ),
        (
            [{"type": "function_call"}, {"role": "user", "content": [{"text": "Go on."}]}, _THOUGHT],
            "It would leave more errors for Bedrock than before.",
        ),
    ],
)
def test_the_report_of_a_repair_explains_a_safe_fix_that_is_not_applied(messages: list[Any], why: str) -> None:
    repaired = repair(load(compact(messages).encode()))
    assert [one.why for one in declined(repaired)] == [why]
    assert any(line.plain.endswith(why) for line in repaired_as_text(repaired, is_preview=False))


def test_a_repair_without_remaining_errors_declines_nothing() -> None:
    repaired = repair(load(compact([{"role": "user", "content": "Where is it?"}, _ORPHAN]).encode()), "anthropic")
    assert len(repaired.applied) == 1
    assert declined(repaired) == []
