"""A history twice as long takes twice the work, however its ids repeat and however much of it is broken."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from workbench.checks.check import check
from workbench.conversation import Conversation
from workbench.loading import load

HELLO = {"role": "user", "content": "Hello"}


def chat_call(call_id: str) -> Any:
    function = {"name": "read", "arguments": "{}"}
    return {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": call_id, "type": "function", "function": function}],
    }


def chat_result(call_id: str) -> Any:
    return {"role": "tool", "tool_call_id": call_id, "content": "ok"}


def sdk_call(call_id: str) -> Any:
    part = {"type": "tool-call", "toolCallId": call_id, "toolName": "read", "input": {}}
    return {"role": "assistant", "content": [part]}


def sdk_result(call_id: str) -> Any:
    output = {"type": "text", "value": "ok"}
    part = {"type": "tool-result", "toolCallId": call_id, "toolName": "read", "output": output}
    return {"role": "tool", "content": [part]}


def gemini_call() -> Any:
    return {"role": "model", "parts": [{"functionCall": {"name": "read", "args": {}}}]}


def gemini_result() -> Any:
    return {"role": "user", "parts": [{"functionResponse": {"name": "read", "response": {"output": "ok"}}}]}


def gemini_text(role: str) -> Any:
    return {"role": role, "parts": [{"text": "Go on."}]}


def counted_anew(count: int) -> Any:
    return [HELLO, *(m for _ in range(count) for m in (chat_call("functions.read:0"), chat_result("functions.read:0")))]


def one_id_in_items(count: int) -> Any:
    call = {"type": "function_call", "call_id": "call_1", "name": "read", "arguments": "{}"}
    return {"input": [HELLO, *([call, {"type": "function_call_output", "call_id": "call_1", "output": "ok"}] * count)]}


def one_long_turn(count: int) -> Any:
    return [HELLO, *(m for n in range(count) for m in (sdk_call(f"call_{n}"), sdk_result(f"call_{n}")))]


def all_ids_rewritten(count: int) -> Any:
    return [HELLO, *(m for n in range(count) for m in (sdk_call(f"a{n}"), sdk_result(f"b{n}")))]


def one_prefix_rewritten(count: int) -> Any:
    return [HELLO, *(m for _ in range(count) for m in (chat_call("call_1"), chat_result("toolu_1")))]


def never_answered(count: int) -> Any:
    return [HELLO, *(m for _ in range(count) for m in (chat_call("call_1"), HELLO))]


def results_before_calls(count: int) -> Any:
    return [HELLO, *([chat_result("call_1")] * count), *([chat_call("call_1")] * count)]


def words_between(count: int) -> Any:
    turn = [gemini_call(), gemini_text("model"), gemini_text("user"), gemini_text("model"), gemini_result()]
    return {"contents": turn * count}


def unsigned_calls(count: int) -> Any:
    return {"model": "gemini-3-pro", "contents": [gemini_text("user"), gemini_call(), gemini_result()] * count}


def results_of_one_turn(count: int) -> Any:
    calls = [{"type": "tool_use", "id": f"toolu_{n}", "name": "read", "input": {}} for n in range(count)]
    results = [{"type": "tool_result", "tool_use_id": f"toolu_{n}", "content": "ok"} for n in range(count)]
    return [HELLO, {"role": "assistant", "content": calls}, {"role": "user", "content": results}]


def many_system_prompts(count: int) -> Any:
    return [{"role": "system", "content": "Be brief."}, HELLO] * count


def one_result_short(count: int) -> Any:
    calls = {"role": "model", "parts": gemini_call()["parts"] * (count + 1)}
    return {"contents": [gemini_text("user"), calls, {"role": "user", "parts": gemini_result()["parts"] * count}]}


def documents_without_words(count: int) -> Any:
    document = {"document": {"name": "Plan", "format": "pdf", "source": {"bytes": "JVBERi0="}}}
    return {"messages": [{"role": "user", "content": [document] * count}]}


def results_after_the_user(count: int) -> Any:
    return [HELLO, chat_call("abcdefgh0"), *(m for _ in range(count) for m in (HELLO, chat_result("abcdefgh1")))]


@pytest.mark.parametrize(
    ("history", "target"),
    [
        (counted_anew, "openai"),
        (counted_anew, "mistral"),
        (one_id_in_items, "openai-responses"),
        (one_long_turn, "ai@6"),
        (all_ids_rewritten, "ai@6"),
        (one_prefix_rewritten, "openai"),
        (never_answered, "openai"),
        (results_before_calls, "openai"),
        (words_between, "gemini"),
        (unsigned_calls, "gemini"),
        (results_of_one_turn, "anthropic"),
        (many_system_prompts, "anthropic"),
        (one_result_short, "gemini"),
        (documents_without_words, "bedrock"),
        (results_after_the_user, "mistral"),
    ],
)
def test_twice_the_length_is_twice_the_work(history: Callable[[int], Any], target: str) -> None:
    once, twice = (_lines_run(_loaded(history(count)), target) for count in (150, 300))
    assert twice < 2.2 * once


def _loaded(payload: Any) -> Conversation:
    return load(json.dumps(payload))


def _lines_run(conversation: Conversation, target: str) -> int:
    """How many lines a check runs: the same on every machine, which its time is not."""
    lines = 0

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal lines
        lines += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        check(conversation, target, with_information=False, exact=False)
    finally:
        sys.settrace(before)
    return lines
