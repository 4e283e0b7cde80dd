"""Anthropic → IContent: nothing is lost, and the round trip restores it."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.converters.provider_round_trip import (
    as_the_provider_reads_it,
    id_map,
    there_and_back,
    without_leading_system,
)
from tests.strategies.anthropic import history
from workbench.converters import anthropic_to_icontent, icontent_to_anthropic
from workbench.converters.provider_ids import ANTHROPIC_IDS
from workbench.formats import FORMATS

THERE, BACK = anthropic_to_icontent.EDGE, icontent_to_anthropic.EDGE


def blocks(content: Any) -> list[Any]:
    """Return the blocks of a content, with the text of a result as a block."""
    listed = [{"type": "text", "text": content}] if isinstance(content, str) else content
    return [
        {**block, "content": blocks(block["content"])}
        if block["type"] == "tool_result" and "content" in block
        else block
        for block in listed
    ]


def normalised(messages: list[Any]) -> list[Any]:
    return as_the_provider_reads_it(messages, blocks)


@settings(deadline=None, max_examples=150)
@given(history)
def test_the_round_trip_preserves_every_block(messages: list[Any]) -> None:
    ids = id_map("anthropic", messages, ANTHROPIC_IDS)
    sent: list[Any] = []
    for turn in normalised(messages):
        renamed = [
            {**block, **{key: ids(block[key]) for key in ("id", "tool_use_id") if key in block}}
            if block["type"] in ("tool_use", "tool_result")
            else block
            for block in turn["content"]
        ]
        sent.append({**turn, "content": renamed})
    leading, rest = without_leading_system(sent)
    system, back = there_and_back(THERE, BACK, messages, {})
    assert normalised(back) == rest
    assert system == [block for message in leading for block in message["content"]]


@settings(deadline=None, max_examples=60)
@given(history)
def test_the_result_is_valid_icontent(messages: list[Any]) -> None:
    for row in THERE.convert(messages, {}):
        FORMATS["icontent"].model().validate_python(row.message)


@given(st.sampled_from(["call_a", "functions.run:0", "é", ""]))
def test_ids_stay_unchanged(call_id: str) -> None:
    call = {"type": "tool_use", "id": call_id, "name": "run", "input": {}}
    (row,) = THERE.convert([{"role": "assistant", "content": [call]}], {})
    assert row.message["blocks"] == [{"type": "tool_call", "id": call_id, "name": "run", "parameters": {}}]


def test_results_and_text_of_one_turn_become_two_contents() -> None:
    result = {"type": "tool_result", "tool_use_id": "a", "content": "sunny"}
    rows = list(THERE.convert([{"role": "user", "content": [result, {"type": "text", "text": "thanks"}]}], {}))
    assert [(row.message["speaker"], row.sources) for row in rows] == [("tool", (0,)), ("human", (0,))]


def test_an_image_in_a_result_follows_the_response_and_names_its_call() -> None:
    source = {"type": "base64", "media_type": "image/png", "data": "AAAA"}
    content = [{"type": "text", "text": "the page"}, {"type": "image", "source": source}]
    message = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": content}]}
    (row,) = THERE.convert([message], {})
    assert row.message["blocks"] == [
        {"type": "tool_response", "callId": "a", "result": "the page"},
        {"type": "image", "data": "data:image/png;base64,AAAA", "callId": "a"},
    ]
    assert there_and_back(THERE, BACK, [message], {}) == ([], [message])


def test_the_top_level_system_prompt_becomes_the_first_content() -> None:
    marked = {"type": "text", "text": "Be brief.", "cache_control": {"type": "ephemeral"}}
    (row,) = THERE.convert([], {"system": [marked]})
    assert (row.message["speaker"], row.message["blocks"][0]["text"], row.sources) == ("system", "Be brief.", ())
    assert there_and_back(THERE, BACK, [], {"system": [marked]}) == ([marked], [])


def test_response_level_fields_go_into_the_metadata() -> None:
    response = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "claude-x",
        "content": [{"type": "text", "text": "Hi"}],
        "stop_reason": "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 3, "output_tokens": 1, "service_tier": "standard"},
    }
    messages = (FORMATS["anthropic"].messages_of_response or list)(response)
    (row,) = THERE.convert(messages, {})
    assert row.message["metadata"] == {
        "responseId": "msg_1",
        "model": "claude-x",
        "finishReason": "end_turn",
        "usage": {"inputTokens": 3, "outputTokens": 1},
        "providerMetadata": {"anthropic": {"stop_sequence": None, "usage": {"service_tier": "standard"}}},
    }
    assert there_and_back(THERE, BACK, messages, {})[1] == [{"role": "assistant", "content": response["content"]}]


def test_the_tool_name_of_a_result_is_looked_up_in_its_call() -> None:
    call = {"type": "tool_use", "id": "a", "name": "get_weather", "input": {}}
    result = {"type": "tool_result", "tool_use_id": "a", "content": "sunny", "is_error": False}
    rows = list(THERE.convert([{"role": "assistant", "content": [call]}, {"role": "user", "content": [result]}], {}))
    assert rows[1].message["blocks"] == [
        {"type": "tool_response", "callId": "a", "toolName": "get_weather", "result": "sunny", "status": "success"}
    ]
