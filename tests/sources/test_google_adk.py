"""A session of several agents is read as ADK sends it to the one that would answer next."""

from __future__ import annotations

from typing import Any

from tests.sources.documents import only
from workbench.checks.check import check


def event(author: str, *parts: Any, **more: Any) -> Any:
    role = "user" if author == "user" or any("function_response" in part for part in parts) else "model"
    return {"invocation_id": "i", "author": author, "content": {"role": role, "parts": list(parts)}, **more}


def session(*events: Any) -> Any:
    return {"id": "s", "app_name": "a", "user_id": "u", "events": list(events)}


def call(name: str, call_id: str) -> Any:
    return {"function_call": {"id": call_id, "name": name, "args": {"city": "Rome"}}}


def result(name: str, call_id: str, value: str) -> Any:
    return {"function_response": {"id": call_id, "name": name, "response": {"result": value}}}


ASKED = event("user", {"text": "Weather?"})


def test_turns_of_another_agent_are_context_in_user_messages() -> None:
    found = only(session(
        ASKED,
        event("scout", call("weather", "adk-1")),
        event("scout", result("weather", "adk-1", "sunny")),
        event("root", {"text": "It is sunny."}),
    ))  # fmt: skip
    assert [message["role"] for message in found.messages] == ["user", "user", "user", "model"]
    assert [part["text"] for part in found.messages[1]["parts"]] == [
        "For context:",
        "[scout] called tool `weather` with parameters: {'city': 'Rome'}",
    ]
    assert found.origin is not None
    assert found.origin.remark == "as sent to root; turns of scout are included as context"
    assert check(found, with_information=False).findings == ()


def test_a_result_that_came_late_follows_its_call() -> None:
    found = only(session(
        ASKED,
        event("root", call("book", "adk-1")),
        event("user", {"text": "And Rome?"}),
        event("root", result("book", "adk-1", "pending")),
        event("root", result("book", "adk-1", "done")),
    ))  # fmt: skip
    answer = found.messages[2]["parts"]
    assert [part["functionResponse"]["response"] for part in answer] == [{"result": "done"}]
    assert [message["role"] for message in found.messages] == ["user", "model", "user", "user"]
    assert check(found).errors == []


def test_questions_to_the_user_and_other_branches_are_not_sent() -> None:
    found = only(session(
        ASKED,
        event("other", {"text": "Aside."}, branch="root.other"),
        event("root", call("adk_request_confirmation", "adk-2")),
        event("root", {"text": "Sunny."}, branch="root.main"),
    ))  # fmt: skip
    assert [message["parts"][0]["text"] for message in found.messages] == ["Weather?", "Sunny."]
