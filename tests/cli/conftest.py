"""Runs the command as a user does, and small histories for its tests."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from workbench.cli import main

Run = Callable[..., Result]

CALL = {"id": "call_1", "type": "function", "function": {"name": "ls", "arguments": "{}"}}
HEALTHY: list[Any] = [
    {"role": "user", "content": "List the files."},
    {"role": "assistant", "content": None, "tool_calls": [CALL]},
    {"role": "tool", "tool_call_id": "call_1", "content": "a.txt"},
]
ORPHAN: list[Any] = [HEALTHY[0], {"role": "tool", "tool_call_id": "call_9", "content": "a.txt"}]
PREFIX_SWITCH: list[Any] = [
    {"speaker": "human", "blocks": [{"type": "text", "text": "List the files."}]},
    {"speaker": "ai", "blocks": [{"type": "tool_call", "id": "hist_tool_toolu_1", "name": "ls", "parameters": {}}]},
    {"speaker": "tool", "blocks": [{"type": "tool_response", "callId": "toolu_1", "result": "a.txt"}]},
]


@pytest.fixture
def run() -> Run:
    def invoke(*arguments: str | Path, input: str | bytes | None = None) -> Result:  # noqa: A002 - as click calls it
        return CliRunner().invoke(main, [str(argument) for argument in arguments], input=input)

    return invoke


@pytest.fixture
def saved(tmp_path: Path) -> Callable[..., Path]:
    def save(value: object, name: str = "chat.json") -> Path:
        path = tmp_path / name
        path.write_text(value if isinstance(value, str) else json.dumps(value, indent=2), encoding="utf-8")
        return path

    return save
