"""Calls and results that are all in the file: repair puts them in order, and never says that one is missing."""

from __future__ import annotations

import pytest

from workbench.conversation import Conversation
from workbench.detect import detected
from workbench.fixes.contract import NO_RESULT
from workbench.jsontext import Json, compact
from workbench.repair import Repaired, repair

CALL: Json = {"type": "tool_use", "id": "toolu_1", "name": "ls", "input": {}}
RESULT: Json = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "a.txt"}
ASKED: Json = {"role": "user", "content": [{"type": "text", "text": "Look."}]}
THANKED: Json = {"role": "user", "content": [{"type": "text", "text": "Thanks."}]}


def repaired(messages: list[Json], format_name: str, target: str) -> Repaired:
    return repair(detected(Conversation("a", messages, messages), format=format_name), target)


@pytest.mark.parametrize("role", ["assistant", "user", "tool", "developer", None])
@pytest.mark.parametrize("target", ["anthropic", "openai"])
def test_a_call_and_its_result_in_one_message_are_parted(role: str | None, target: str) -> None:
    words = {"type": "text", "text": "A file."}
    together = {"role": role, "content": [{"type": "text", "text": "I look."}, CALL, RESULT, words]}
    after = repaired([ASKED, together, THANKED], "anthropic", target)
    assert after.remaining == ()
    assert after.conversation.messages[1:4] == [
        {"role": "assistant", "content": [{"type": "text", "text": "I look."}, CALL]},
        {"role": "user", "content": [RESULT]},
        {"role": "assistant", "content": [words]},
    ]


@pytest.mark.parametrize("role", ["developer", "tool", "User", None, 3])
def test_results_in_a_message_of_a_strange_role_stay_with_their_call(role: Json) -> None:
    calling = {"role": "assistant", "content": [CALL]}
    after = repaired([ASKED, calling, {"role": role, "content": [RESULT]}, THANKED], "anthropic", "openai")
    assert after.remaining == ()
    assert after.conversation.messages[2] == {"role": "user", "content": [RESULT]}
    assert NO_RESULT not in compact(after.conversation.payload)


@pytest.mark.parametrize("speaker", ["human", "tool", "robot", None])
def test_a_message_that_makes_calls_is_the_models(speaker: str | None) -> None:
    call = {"type": "tool_call", "id": "hist_tool_1", "name": "ls", "parameters": {}}
    response = {"type": "tool_response", "callId": "hist_tool_1", "toolName": "ls", "result": "a.txt"}
    answered = {"speaker": "tool", "blocks": [response]}
    asked = {"speaker": "human", "blocks": [{"type": "text", "text": "Look."}]}
    after = repaired([asked, {"speaker": speaker, "blocks": [call]}, answered, asked], "icontent", "openai")
    assert after.remaining == ()
    assert after.conversation.messages == [asked, {"speaker": "ai", "blocks": [call]}, answered, asked]


def test_nobody_says_that_there_is_no_result_while_there_is_one() -> None:
    """Words beside a result fall out of this conversion with their message; a placeholder would be a second answer."""
    call = {"type": "tool-call", "toolCallId": "call_1", "toolName": "ls", "args": {}}
    result = {"type": "tool-result", "toolCallId": "call_1", "toolName": "ls", "result": "a.txt"}
    mixed = {"role": "assistant", "content": [{"type": "text", "text": "Here."}, result]}
    messages = [{"role": "user", "content": "Look."}, {"role": "assistant", "content": [call]}, mixed]
    after = repaired([*messages, {"role": "user", "content": "Thanks."}], "vercel-v4-core", "openai")
    assert NO_RESULT not in compact(after.conversation.payload)


def test_words_between_a_call_and_its_result_are_moved_behind_it_for_another_provider() -> None:
    call = {"type": "function_call", "call_id": "call_1", "name": "ls", "arguments": "{}"}
    output = {"type": "function_call_output", "call_id": "call_1", "output": "a.txt"}
    words = {"role": "user", "content": [{"type": "input_text", "text": "Still there?"}]}
    asked = {"role": "user", "content": "Look."}
    after = repaired([asked, call, words, output], "openai-responses", "anthropic")
    assert after.remaining == ()
    assert after.conversation.messages == [asked, call, output, words]
