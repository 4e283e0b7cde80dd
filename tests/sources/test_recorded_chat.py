"""Messages as tracing handlers write them are read as they were sent."""

from __future__ import annotations

from typing import Any

from tests.sources.documents import all_of, only
from workbench.checks.check import check
from workbench.loading import LoadError

CALL = {"id": "call_1", "type": "function", "function": {"name": "search", "arguments": "{}"}}
ASKED = {"role": "user", "content": "look"}


def traced(*messages: Any) -> Any:
    return {"trace": {"id": "t"}, "observations": [
        {"id": "a", "type": "GENERATION", "traceId": "t", "startTime": "1", "input": list(messages)}]}  # fmt: skip


def test_calls_in_additional_kwargs_are_read_and_available_tools_are_skipped() -> None:
    found = only(traced(
        ASKED,
        {"role": "assistant", "content": "", "additional_kwargs": {"tool_calls": [CALL]}},
        {"role": "tool", "content": "found", "tool_call_id": "call_1"},
        {"role": "tool", "content": {"type": "function", "function": {"name": "search", "parameters": {}}}},
    ))  # fmt: skip
    assert [message["role"] for message in found.messages] == ["user", "assistant", "tool"]
    assert check(found).errors == []


def test_a_result_with_its_tool_name_as_role_is_read() -> None:
    found = only(traced(
        ASKED,
        {"role": "assistant", "content": "", "tool_calls": [CALL]},
        {"role": "search", "content": "found", "additional_kwargs": {}},
    ))  # fmt: skip
    assert found.messages[2] == {"role": "tool", "tool_call_id": "call_1", "content": "found"}
    assert check(found).errors == []


def test_calls_with_empty_ids_are_answered_by_a_result_in_a_user_message() -> None:
    call = {"id": "", "name": "search", "arguments": "{}", "type": "function"}
    data = [ASKED, {"role": "model", "tool_calls": [call]}, {"role": "user", "content": '{"found": 1}'}]
    found = only({"o": {"input": {"success": True, "data": data}, "output": {"success": True, "data": []}}})
    assert [message["role"] for message in found.messages] == ["user", "assistant", "tool"]
    assert check(found).errors == []


def test_calls_in_the_content_of_a_tool_message_are_read() -> None:
    found = only(
        traced(ASKED, {"role": "tool", "content": f"[{CALL}]".replace("'", '"')}, {"role": "tool", "content": "x"})
    )
    assert found.messages[1]["tool_calls"][0]["id"] == found.messages[2]["tool_call_id"] == "call_1"
    assert check(found).errors == []


def test_printed_messages_are_not_judged() -> None:
    (refused,) = all_of(traced("role='user' content='hi'", "role='assistant' content='yo'"))
    assert isinstance(refused, LoadError)
    assert refused.source == "langfuse"
