"""Calls and results that are all in the file: repair orders them, and never adds a placeholder for one."""

from __future__ import annotations

from typing import Any

import pytest

from workbench.conversation import Conversation
from workbench.detection import detected
from workbench.json.text import compact
from workbench.repairs.repair import Repaired, repair
from workbench.rules.editing.context import NO_RESULT

CALL: Any = {"type": "tool_use", "id": "toolu_1", "name": "ls", "input": {}}
RESULT: Any = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "a.txt"}
ASKED: Any = {"role": "user", "content": [{"type": "text", "text": "Look."}]}
THANKED: Any = {"role": "user", "content": [{"type": "text", "text": "Thanks."}]}


def repaired(messages: list[Any], format_name: str, target: str) -> Repaired:
    return repair(detected(Conversation("a", messages, messages), format=format_name), target)


@pytest.mark.parametrize("role", ["assistant", "user", "tool", "developer", None])
@pytest.mark.parametrize("target", ["anthropic", "openai"])
def test_a_call_and_its_result_in_one_message_are_split(role: str | None, target: str) -> None:
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
def test_results_in_a_message_with_an_unknown_role_stay_with_their_call(role: Any) -> None:
    calling = {"role": "assistant", "content": [CALL]}
    after = repaired([ASKED, calling, {"role": role, "content": [RESULT]}, THANKED], "anthropic", "openai")
    assert after.remaining == ()
    assert after.conversation.messages[2] == {"role": "user", "content": [RESULT]}
    assert NO_RESULT not in compact(after.conversation.payload)


@pytest.mark.parametrize("speaker", ["human", "tool", "robot", None])
def test_a_message_with_calls_belongs_to_the_model(speaker: str | None) -> None:
    call = {"type": "tool_call", "id": "hist_tool_1", "name": "ls", "parameters": {}}
    response = {"type": "tool_response", "callId": "hist_tool_1", "toolName": "ls", "result": "a.txt"}
    answered = {"speaker": "tool", "blocks": [response]}
    asked = {"speaker": "human", "blocks": [{"type": "text", "text": "Look."}]}
    after = repaired([asked, {"speaker": speaker, "blocks": [call]}, answered, asked], "icontent", "openai")
    assert after.remaining == ()
    assert after.conversation.messages == [asked, {"speaker": "ai", "blocks": [call]}, answered, asked]


def test_no_placeholder_is_added_for_a_call_that_has_a_result() -> None:
    """This conversion drops a message with a text next to a result; a placeholder would be a second answer."""
    call = {"type": "tool-call", "toolCallId": "call_1", "toolName": "ls", "args": {}}
    result = {"type": "tool-result", "toolCallId": "call_1", "toolName": "ls", "result": "a.txt"}
    mixed = {"role": "assistant", "content": [{"type": "text", "text": "Here."}, result]}
    messages = [{"role": "user", "content": "Look."}, {"role": "assistant", "content": [call]}, mixed]
    after = repaired([*messages, {"role": "user", "content": "Thanks."}], "vercel-v4-core", "openai")
    assert NO_RESULT not in compact(after.conversation.payload)


def test_texts_between_a_call_and_its_result_are_moved_after_it_for_another_provider() -> None:
    call = {"type": "function_call", "call_id": "call_1", "name": "ls", "arguments": "{}"}
    output = {"type": "function_call_output", "call_id": "call_1", "output": "a.txt"}
    words = {"role": "user", "content": [{"type": "input_text", "text": "Still there?"}]}
    asked = {"role": "user", "content": "Look."}
    after = repaired([asked, call, words, output], "openai-responses", "anthropic")
    assert after.remaining == ()
    assert after.conversation.messages == [asked, call, output, words]


def test_results_that_all_lost_their_id_get_those_of_the_calls_in_order() -> None:
    calls: list[Any] = [
        {"id": f"call_{number}", "type": "function", "function": {"name": "ls", "arguments": "{}"}} for number in (1, 2)
    ]
    asked = {"role": "user", "content": "Look twice."}
    results = [{"role": "tool", "content": "a.txt"}, {"role": "tool", "tool_call_id": None, "content": "b.txt"}]
    calling = {"role": "assistant", "content": None, "tool_calls": calls}
    after = repaired([asked, calling, *results], "openai-chat", "openai")
    assert after.remaining == ()
    assert [message["tool_call_id"] for message in after.conversation.messages[2:]] == ["call_1", "call_2"]
    too_few = repaired([asked, calling, results[0], asked], "openai-chat", "openai")
    assert results[0] in too_few.conversation.messages, "which of the two it answers is not known"


def test_results_that_all_lost_their_name_get_those_of_the_calls_in_order() -> None:
    calls: list[Any] = [{"functionCall": {"name": name, "args": {}}} for name in ("ls", "cat")]
    results: list[Any] = [{"functionResponse": {"response": {"output": word}}} for word in ("a.txt", "hello")]
    asked = {"role": "user", "parts": [{"text": "Look."}]}
    messages = [asked, {"role": "model", "parts": calls}, {"role": "user", "parts": results}]
    after = repaired(messages, "gemini", "gemini")
    assert after.remaining == ()
    named = [part["functionResponse"]["name"] for part in after.conversation.messages[2]["parts"]]
    assert named == ["ls", "cat"]


def test_a_result_with_an_unknown_id_is_rethreaded_even_if_the_provider_pairs_by_name() -> None:
    call = {"type": "tool_call", "id": "hist_tool_1", "name": "ls", "parameters": {}}
    response = {"type": "tool_response", "callId": "x9", "toolName": "ls", "result": "a.txt"}
    asked = {"speaker": "human", "blocks": [{"type": "text", "text": "Look."}]}
    messages = [asked, {"speaker": "ai", "blocks": [call]}, {"speaker": "tool", "blocks": [response]}, asked]
    after = repaired(messages, "icontent", "gemini")
    assert after.remaining == ()
    assert after.conversation.messages[2]["blocks"] == [{**response, "callId": "hist_tool_1"}]


@pytest.mark.parametrize("target", ["openai", "bedrock", "anthropic"])
def test_a_call_without_a_name_key_gets_one_for_every_provider(target: str) -> None:
    nameless = {"type": "tool_use", "id": "toolu_1", "input": {}}
    messages = [ASKED, {"role": "assistant", "content": [nameless]}, {"role": "user", "content": [RESULT]}]
    body = {"messages": messages, "tools": [{"name": "ls", "input_schema": {"type": "object"}}], "max_tokens": 9}
    conversation = detected(Conversation("a", body, messages, base="/messages", settings=body), format="anthropic")
    after = repair(conversation, target)
    assert "tool-name-empty" not in {finding.rule for finding in after.remaining}
    assert after.conversation.messages[1]["content"][0]["name"] == "ls"


@pytest.mark.parametrize("target", ["openai", "deepseek"])
def test_faults_of_pairs_are_repaired_for_the_own_provider_before_a_conversion_to_another(target: str) -> None:
    """Gemini has no ids: those that the conversion invents do not lead to a place in the file."""
    calls: list[Any] = [{"functionCall": {"name": name, "args": {}}} for name in ("ls", "cat")]
    results: list[Any] = [{"functionResponse": {"name": "ls", "response": {"output": "a.txt"}}}]
    asked: Any = {"role": "user", "parts": [{"text": "Look."}]}
    said: Any = {"role": "model", "parts": [{"text": "A file."}]}
    messages = [asked, {"role": "model", "parts": calls}, {"role": "user", "parts": results}, said, asked]
    after = repaired(messages, "gemini", target)
    assert after.remaining == ()
    answers = after.conversation.messages[2]["parts"]
    assert answers[0] == results[0]
    assert answers[1]["functionResponse"]["name"] == "cat"
    assert NO_RESULT in compact(answers[1])


def test_a_result_without_an_id_and_without_a_waiting_call_becomes_a_note() -> None:
    asked: Any = {"role": "user", "content": "A cat, please."}
    after = repaired([asked, {"role": "tool", "content": "cat.png"}, asked], "openai-chat", "openai")
    assert after.remaining == ()
    assert "cat.png" in compact(after.conversation.messages[1])
    assert [message["role"] for message in after.conversation.messages] == ["user", "user", "user"]


def test_an_empty_result_gets_a_placeholder_text_if_an_empty_text_is_refused() -> None:
    asked: Any = {"role": "user", "content": "Run it."}
    call = {"type": "tool-call", "toolCallId": "call_1", "toolName": "run", "input": {}}
    output = {"type": "text", "value": ""}
    result = {"type": "tool-result", "toolCallId": "call_1", "toolName": "run", "output": output}
    messages = [asked, {"role": "assistant", "content": [call]}, {"role": "tool", "content": [result]}, asked]
    after = repaired(messages, "vercel-v5-model", "bedrock")
    assert after.remaining == ()
    assert after.conversation.messages[2]["content"][0]["output"]["value"] == "The tool returned an empty result."
    assert repaired(messages, "vercel-v5-model", "openai").conversation.messages == messages


def test_a_system_prompt_that_only_the_conversion_separates_from_its_turn_is_not_moved() -> None:
    parts = [{"content": "Hello", "part_kind": "user-prompt"}, {"content": "Be brief.", "part_kind": "system-prompt"}]
    messages: list[Any] = [{"kind": "request", "parts": parts}]
    assert repaired(messages, "pydantic-ai", "ai@7-ui").conversation.messages == messages


@pytest.mark.parametrize("names", [["ls"], ["ls", "read"]])
def test_results_in_turns_of_the_model_become_turns_of_the_user(names: list[str]) -> None:
    asked: Any = {"role": "user", "parts": [{"text": "Look."}]}
    called: Any = {"role": "model", "parts": [{"functionCall": {"name": name, "args": {}}} for name in names]}
    parts = [{"functionResponse": {"name": name, "response": {"output": "a.txt"}}} for name in names]
    after = repaired([asked, called, {"role": "model", "parts": parts}, asked], "gemini", "gemini")
    assert after.remaining == ()
    assert after.conversation.messages == [asked, called, {"role": "user", "parts": parts}, asked]
