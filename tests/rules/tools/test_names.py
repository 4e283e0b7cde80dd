"""The name of a tool: filled in where the file tells it, never made up."""

from __future__ import annotations

from workbench.detection import detected
from workbench.json.text import Json, compact
from workbench.loading import load
from workbench.repairs.repair import repair


def nameless(**result: Json) -> list[Json]:
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
