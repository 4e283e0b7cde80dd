"""Faults of pairs in files without ids or with a tree of messages are repaired where they are."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.sources.documents import only
from tests.sources.kinds import OPEN_WEBUI
from workbench.checks.check import check
from workbench.doctor.repairing import repaired_text

CALL = {"from": "function_call", "value": '{"name": "weather", "arguments": {}}'}
ASKED, SEEN = {"from": "human", "value": "Weather?"}, {"from": "observation", "value": "sunny"}
HISTORY: Any = OPEN_WEBUI[0]["chat"]
CALLED, ANSWERED = HISTORY["history"]["messages"]["b"]["output"]
ORPHAN = {"type": "function_call_output", "call_id": "call_9", "output": [{"type": "input_text", "text": "lost"}]}


def repaired(document: Any) -> Any:
    new, _ = repaired_text(json.dumps(document), "file")
    conversation = only(new.encode())
    assert check(conversation).errors == []
    return json.loads(new), conversation


def test_a_result_answers_the_call_next_to_it_if_a_call_is_there_twice() -> None:
    new, conversation = repaired([{"conversations": [ASKED, CALL, CALL, SEEN]}])
    assert [turn["from"] for turn in new[0]["conversations"]] == [
        "human", "function_call", "observation", "function_call", "observation"]  # fmt: skip
    assert new[0]["conversations"][-1] == SEEN
    assert conversation.messages[-1]["tool_call_id"] == conversation.messages[-2]["tool_calls"][0]["id"]


@pytest.mark.parametrize("turns", [
    [ASKED, SEEN, {"from": "gpt", "value": "sunny"}],
    [ASKED, {"from": "gpt", "value": "sunny"}, SEEN, {"from": "gpt", "value": "So it is."}],
    [ASKED, SEEN, {"from": "human", "value": "sunny"}],
])  # fmt: skip
def test_a_result_without_its_call_is_kept_although_the_text_next_to_it_is_the_same(turns: list[Any]) -> None:
    new, _ = repaired([{"conversations": turns}])
    noted = {"from": "human", "value": "A tool result whose call is not in this history:\nsunny"}
    assert new[0]["conversations"] == [noted if turn is SEEN else turn for turn in turns]


def test_parallel_calls_in_turns_of_their_own_are_answered_in_order() -> None:
    other = {"from": "observation", "value": "12 o'clock"}
    conversation = only([{"conversations": [ASKED, CALL, {**CALL, "value": '{"name": "time"}'}, SEEN, other]}])
    answered = [message["tool_call_id"] for message in conversation.messages if message["role"] == "tool"]
    made = [message["tool_calls"][0]["id"] for message in conversation.messages if message.get("tool_calls")]
    assert answered == made


def chat_with(*items: Any) -> tuple[Any, Any]:
    """The chat with other items in its answer, and its messages."""
    chat = json.loads(json.dumps(OPEN_WEBUI))
    messages = chat[0]["chat"]["history"]["messages"]
    messages["b"]["output"] = list(items)
    return chat, messages


def test_an_orphan_at_the_end_of_an_answer_becomes_the_next_prompt() -> None:
    chat, before = chat_with(CALLED, ANSWERED, ORPHAN)
    new, conversation = repaired(chat)
    history = new[0]["chat"]["history"]
    assert history["messages"]["b"]["output"] == [CALLED, ANSWERED]
    assert history["messages"]["b"]["childrenIds"] == [history["currentId"]]
    assert history["messages"][history["currentId"]]["parentId"] == "b"
    assert [message["role"] for message in conversation.messages] == ["user", "assistant", "tool", "user"]
    assert "lost" in conversation.messages[-1]["content"]
    assert (history["messages"]["a"], history["messages"]["c"]) == (before["a"], before["c"])


def test_an_orphan_at_the_start_of_an_answer_becomes_a_prompt_before_it() -> None:
    chat, _ = chat_with(ORPHAN, CALLED, ANSWERED)
    new, conversation = repaired(chat)
    messages = new[0]["chat"]["history"]["messages"]
    added = messages["b"]["parentId"]
    assert (messages[added]["parentId"], messages[added]["childrenIds"]) == ("a", ["b"])
    assert messages["a"]["childrenIds"] == [added, "c"]
    assert [message["role"] for message in conversation.messages] == ["user", "user", "assistant", "tool"]
