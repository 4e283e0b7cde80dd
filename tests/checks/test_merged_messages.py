"""Many messages may become one. Each is compared with it, and it is read once."""

from __future__ import annotations

from typing import Any

import pytest

from tests.call_counting import calls_made
from workbench import load
from workbench.checks.every_target import verdicts


def parallel_calls(count: int) -> Any:
    """A Responses request whose calls all become one assistant message, and whose outputs have lost their calls."""
    numbers = range(count)
    calls = [{"type": "function_call", "call_id": f"call_{at}", "name": "f", "arguments": "{}"} for at in numbers]
    outputs = [{"type": "function_call_output", "call_id": f"lost_{at}", "output": "ok"} for at in numbers]
    return {"model": "gpt-4o", "input": [{"role": "user", "content": "Look."}, *calls, *outputs]}


@pytest.mark.parametrize("target", ["ai@4", "ai@5", "ai@7"])
def test_twice_the_messages_that_become_one_take_twice_the_work(target: str) -> None:
    few, many = load(parallel_calls(100)), load(parallel_calls(200))
    verdicts(load(parallel_calls(2)), [target])  # imports what is needed
    assert calls_made(lambda: verdicts(many, [target])) < 2.4 * calls_made(lambda: verdicts(few, [target]))
