"""Spec 003, non-streaming generation: what a response becomes, structure by structure."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies.json_values import json_values
from workbench.converters.chat_completion_to_icontent import chat_completion_to_icontent, merged
from workbench.converters.settings import convert_settings
from workbench.formats import FORMATS

ZEROS = {"inputTokens": 0, "outputTokens": 0}
CALL = {"toolCallId": "call_abc123", "toolName": "read_file", "args": {"path": "a.txt"}}
CALL_BLOCK = {"type": "tool_call", "id": "hist_tool_abc123", "name": "read_file", "parameters": {"path": "a.txt"}}


def usage_content(**usage: int) -> Any:
    return {"speaker": "ai", "blocks": [], "metadata": {"usage": usage}}


def text_content(words: str) -> Any:
    return {"speaker": "ai", "blocks": [{"type": "text", "text": words}]}


def usage_of(response: Any) -> Any:
    return chat_completion_to_icontent(response)[-1]["metadata"]["usage"]


def test_lines_035_046_text_calls_and_usage_are_yielded_apart_and_in_that_order() -> None:
    response = {"text": "ok", "toolCalls": [CALL], "usage": {"promptTokens": 100, "completionTokens": 50}}
    assert chat_completion_to_icontent(response) == [
        text_content("ok"),
        {"speaker": "ai", "blocks": [CALL_BLOCK]},
        usage_content(inputTokens=100, outputTokens=50),
    ]


@pytest.mark.parametrize("text", [None, ""])
def test_lines_036_038_empty_text_is_not_yielded(text: Any) -> None:
    assert chat_completion_to_icontent({"text": text, "toolCalls": [CALL]})[0]["blocks"] == [CALL_BLOCK]


def test_lines_036_038_blank_text_is_text() -> None:
    assert chat_completion_to_icontent({"text": " "})[0] == text_content(" ")


@pytest.mark.parametrize("calls", [None, []])
def test_lines_041_043_no_calls_are_not_yielded(calls: Any) -> None:
    assert chat_completion_to_icontent({"text": "ok", "toolCalls": calls}) == [
        text_content("ok"),
        usage_content(**ZEROS),
    ]


def test_line_046_usage_is_always_yielded_last() -> None:
    assert chat_completion_to_icontent({}) == [usage_content(**ZEROS)]


def test_lines_060_070_a_text_content_is_just_the_text() -> None:
    assert chat_completion_to_icontent({"text": "hello"})[0] == text_content("hello")


def test_lines_080_104_all_calls_go_into_one_content_with_ids_of_the_history() -> None:
    calls = [CALL, {"toolCallId": "toolu_2", "toolName": "ls", "args": {}}]
    content = chat_completion_to_icontent({"toolCalls": calls})[0]
    assert [block["id"] for block in content["blocks"]] == ["hist_tool_abc123", "hist_tool_2"]


@pytest.mark.parametrize(
    "usage",
    [
        None,
        "many",
        [],
        {},
        {"promptTokens": None},
        {"promptTokens": "3", "completionTokens": True},
        {"promptTokens": float("nan"), "completionTokens": float("nan")},
        {"promptTokens": float("inf")},
    ],
)
def test_lines_112_120_unknown_usage_is_zeros(usage: Any) -> None:
    assert usage_of({"text": "ok", "usage": usage}) == ZEROS


@given(st.integers(0, 10**9), st.integers(0, 10**9))
def test_lines_123_132_token_counts_are_renamed(spent: int, made: int) -> None:
    expected = {"inputTokens": spent, "outputTokens": made}
    assert usage_of({"usage": {"promptTokens": spent, "completionTokens": made}}) == expected
    assert usage_of({"usage": {"inputTokens": spent, "outputTokens": made}}) == expected
    assert usage_of({"choices": [], "usage": {"prompt_tokens": spent, "completion_tokens": made}}) == expected


def converted_tools(tools: Any) -> Any:
    """The tools of an internal request after its conversion for the AI SDK."""
    return convert_settings("icontent", "vercel-v4-core", {"tools": tools}).get("tools", {})


def test_lines_140_153_tools_are_keyed_by_name() -> None:
    schema = {"type": "object", "properties": {}}
    tools = [{"name": "ls", "description": "list", "parameters": schema}, {"name": "pwd", "description": None}]
    assert converted_tools(tools) == {
        "ls": {"description": "list", "parameters": schema},
        "pwd": {"description": "", "parameters": {}},
    }


def test_lines_140_153_a_later_tool_of_the_same_name_wins() -> None:
    tools = [{"name": "ls", "description": "old"}, {"name": "ls", "description": "new"}]
    assert converted_tools(tools) == {"ls": {"description": "new", "parameters": {}}}


@pytest.mark.parametrize("tools", [None, {}, "ls", [None, {}, {"name": ["ls"]}]])
def test_lines_140_153_a_value_that_is_not_a_tool_is_omitted(tools: Any) -> None:
    assert converted_tools(tools) == {}


def test_lines_160_176_the_whole_result_of_the_sdk() -> None:
    response = {
        "text": "",
        "toolCalls": [CALL],
        "usage": {"promptTokens": 7, "completionTokens": 3},
        "finishReason": "tool-calls",
        "response": {"id": "resp-1", "modelId": "gpt-4o"},
        "reasoning": "look first",
        "warnings": ["w"],
    }
    calls, usage = chat_completion_to_icontent(response)
    assert calls == {"speaker": "ai", "blocks": [CALL_BLOCK]}
    assert usage["metadata"] == {
        "usage": {"inputTokens": 7, "outputTokens": 3},
        "finishReason": "tool-calls",
        "reasoning": "look first",
        "responseId": "resp-1",
        "model": "gpt-4o",
        "response": {"body": {"warnings": ["w"]}},
    }


COMPLETION = {
    "id": "chatcmpl-1",
    "object": "chat.completion",
    "model": "gpt-4o",
    "system_fingerprint": "fp_1",
    "choices": [
        {
            "index": 0,
            "finish_reason": "tool_calls",
            "message": {
                "role": "assistant",
                "content": "Let me look.",
                "reasoning_content": "which file?",
                "refusal": None,
                "annotations": [],
                "tool_calls": [
                    {
                        "id": "call_abc123",
                        "type": "function",
                        "function": {"name": "read_file", "arguments": '{"path": "a.txt"}'},
                    }
                ],
            },
        }
    ],
    "usage": {"prompt_tokens": 9, "completion_tokens": 4, "total_tokens": 13},
}


def test_the_body_of_a_chat_completion_is_the_same_reply() -> None:
    text, calls, usage = chat_completion_to_icontent(COMPLETION)
    assert text == text_content("Let me look.")
    assert calls == {"speaker": "ai", "blocks": [CALL_BLOCK]}
    assert usage["metadata"] == {
        "usage": {"inputTokens": 9, "outputTokens": 4},
        "finishReason": "tool_calls",
        "reasoning": "which file?",
        "responseId": "chatcmpl-1",
        "model": "gpt-4o",
        "response": {
            "body": {"system_fingerprint": "fp_1"},
            "choice": {"index": 0},
            "usage": {"total_tokens": 13},
        },
        "providerMetadata": {"openai-chat": {"annotations": []}},
    }


@pytest.mark.parametrize("arguments", ["{not json", "", "[1]", '"text"'])
def test_arguments_that_are_not_an_object_are_kept_unchanged(arguments: str) -> None:
    call = {"id": "call_1", "type": "function", "function": {"name": "ls", "arguments": arguments}}
    content = chat_completion_to_icontent({"choices": [{"message": {"tool_calls": [call]}}]})[0]
    assert content["blocks"][0]["parameters"] == arguments


def test_the_contents_of_one_reply_are_merged_into_one() -> None:
    whole = merged(chat_completion_to_icontent(COMPLETION))
    assert whole["speaker"] == "ai"
    assert whole["blocks"] == [{"type": "text", "text": "Let me look."}, CALL_BLOCK]
    assert whole["metadata"]["finishReason"] == "tool_calls"
    assert merged([]) == {"speaker": "ai", "blocks": []}


@given(st.text(min_size=1), st.uuids())
def test_any_text_and_any_id_come_through(text: str, uuid: object) -> None:
    call = {"toolCallId": f"call_{uuid}", "toolName": "ls", "args": {}}
    first, second, _ = chat_completion_to_icontent({"text": text, "toolCalls": [call]})
    assert first == text_content(text)
    assert second["blocks"][0]["id"] == f"hist_tool_{uuid}"


@settings(deadline=None, max_examples=100)
@given(json_values)
def test_no_json_makes_it_raise(value: Any) -> None:
    for response in (
        value,
        {"choices": value, "usage": value},
        {"choices": [{"message": value}]},
        {"choices": [{"message": {"content": value, "tool_calls": [value, {"function": value, "id": value}]}}]},
        {"text": value, "toolCalls": value, "usage": value, "response": value},
        {"usage": {"promptTokens": value}, "toolCalls": [value, {"args": value}]},
    ):
        contents = chat_completion_to_icontent(response)
        assert set(contents[-1]["metadata"]["usage"]) == {"inputTokens", "outputTokens"}
        assert merged(contents)["speaker"] == "ai"
        converted_tools(value)


def test_every_content_is_a_valid_icontent() -> None:
    for content in [*chat_completion_to_icontent(COMPLETION), merged(chat_completion_to_icontent(COMPLETION))]:
        FORMATS["icontent"].model().validate_python(content)
