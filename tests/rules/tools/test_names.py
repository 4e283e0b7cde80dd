"""The name of a tool: filled in where the file tells it, never made up."""

from __future__ import annotations

import re
from typing import Any

from workbench.detection import detected
from workbench.json.text import compact
from workbench.loading import load
from workbench.repairs.repair import repair


def nameless(**result: Any) -> list[Any]:
    call = {"id": "call_1", "type": "function", "function": {"name": "", "arguments": "{}"}}
    return [
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "call_1", "content": "a.txt", **result},
    ]


def test_the_result_tells_the_name() -> None:
    repaired = repair(detected(load(compact(nameless(name="ls")))), "openai")
    assert repaired.conversation.messages[0]["tool_calls"][0]["function"]["name"] == "ls"


def test_a_name_that_nothing_tells_is_not_made_up_safely() -> None:
    conversation = detected(load(compact(nameless())))
    repaired = repair(conversation, "openai")
    assert repaired.conversation.payload == conversation.payload
    assert [fix.title for fix in repaired.proposed] == ["Name the tool unknown_tool"]


def test_an_illegal_name_is_repaired_next_to_a_call_whose_name_is_an_object() -> None:
    calls = [
        {"id": f"call_{number}", "type": "function", "function": {"name": name, "arguments": "{}"}}
        for number, name in enumerate(["get weather", {"name": "ls"}])
    ]
    results = [{"role": "tool", "tool_call_id": f"call_{number}", "content": "ok"} for number in range(2)]
    user = {"role": "user", "content": "Weather?"}
    history = [user, {"role": "assistant", "content": None, "tool_calls": calls}, *results]
    repaired = repair(detected(load(compact(history))), "openai")
    assert repaired.conversation.messages[1]["tool_calls"][0]["function"]["name"] == "get_weather"


def defined_tool(name: str) -> dict[str, Any]:
    return {"type": "function", "function": {"name": name, "parameters": {"type": "object", "properties": {}}}}


def request_with_defined_tool(**settings: Any) -> dict[str, Any]:
    call = {"id": "call_1", "type": "function", "function": {"name": "get weather", "arguments": "{}"}}
    return {
        "model": "gpt-4o",
        "messages": [
            {"role": "user", "content": "Weather?"},
            {"role": "assistant", "content": None, "tool_calls": [call]},
            {"role": "tool", "tool_call_id": "call_1", "content": "Rain"},
        ],
        "tools": [defined_tool("get weather")],
        **settings,
    }


def test_a_defined_tool_is_renamed_everywhere() -> None:
    choice = {"type": "function", "function": {"name": "get weather"}}
    repaired = repair(detected(load(compact(request_with_defined_tool(tool_choice=choice)))), "openai")
    assert "get weather" not in compact(repaired.conversation.payload)
    assert compact(repaired.conversation.payload).count("get_weather") == 3
    assert not repaired.remaining


def test_a_tool_gets_no_name_that_another_one_has() -> None:
    request = request_with_defined_tool()
    request["tools"].append(defined_tool("get_weather"))
    repaired = repair(detected(load(compact(request))), "openai")
    assert repaired.conversation.payload == request


def test_a_name_without_any_accepted_letter_becomes_one_that_can_be_read() -> None:
    """Underscores alone would be the same name for every tool of that length."""
    calls = [
        {"id": f"call_{number}", "type": "function", "function": {"name": name, "arguments": "{}"}}
        for number, name in enumerate(("погода", "музыка"))
    ]
    results = [{"role": "tool", "tool_call_id": call["id"], "content": "ok"} for call in calls]
    history = [{"role": "user", "content": "hi"}, {"role": "assistant", "content": None, "tool_calls": calls}, *results]
    repaired = repair(detected(load(compact(history))), "openai", unsafe=True)
    names = [call["function"]["name"] for call in repaired.conversation.messages[1]["tool_calls"]]
    assert len(set(names)) == 2
    assert all(re.fullmatch(r"tool_[0-9a-f]{8}", name) for name in names)
    assert not repaired.remaining
