"""Blocks of another agent in the result of a tool are kept as text: thinking by its words, anything else whole."""

from __future__ import annotations

from typing import Any

import pytest

from workbench import library

CALL = {"type": "tool_use", "id": "toolu_1", "name": "task", "input": {}}
INNER = {"type": "tool_use", "id": "toolu_2", "name": "ls", "input": {"path": "src"}}
SIGNED = {"type": "thinking", "thinking": "One file.", "signature": "c2ln"}
REDACTED = {"type": "redacted_thinking", "data": "c2lnbmVkIGRhdGE="}


def request(block: Any) -> dict[str, Any]:
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": [block, {"type": "text", "text": "a.txt"}]}
    messages = [
        {"role": "user", "content": "Look."},
        {"role": "assistant", "content": [CALL]},
        {"role": "user", "content": [result]},
    ]
    tools = [{"name": "task", "input_schema": {"type": "object"}}]
    return {"model": "claude-sonnet-4-5", "max_tokens": 100, "tools": tools, "messages": messages}


@pytest.mark.parametrize(
    ("block", "text"),
    [
        (INNER, '{"type":"tool_use","id":"toolu_2","name":"ls","input":{"path":"src"}}'),
        (SIGNED, '{"type":"thinking","thinking":"One file.","signature":"c2ln"}'),
        (REDACTED, '{"type":"redacted_thinking","data":"c2lnbmVkIGRhdGE="}'),
        ({"type": "thinking", "thinking": "One file."}, "One file."),
    ],
)
def test_a_block_that_only_answers_have_is_kept_as_text(block: Any, text: str) -> None:
    repaired = library.repair(request(block), "anthropic")
    assert repaired.remaining == ()
    assert repaired.conversation.payload["messages"][2]["content"][0]["content"][0] == {"type": "text", "text": text}
