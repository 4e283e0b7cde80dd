"""Bedrock Converse → IContent: nothing is lost, and the round trip restores it."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings

from tests.converters.provider_round_trip import as_the_provider_reads_it, there_and_back
from tests.strategies.bedrock_converse import history
from workbench.converters import bedrock_converse_to_icontent, icontent_to_bedrock_converse
from workbench.formats import FORMATS

THERE, BACK = bedrock_converse_to_icontent.EDGE, icontent_to_bedrock_converse.EDGE


@settings(deadline=None, max_examples=150)
@given(history)
def test_the_round_trip_preserves_every_block(messages: list[Any]) -> None:
    system, back = there_and_back(THERE, BACK, messages, {})
    assert system == []
    assert back == as_the_provider_reads_it(messages, list)


@settings(deadline=None, max_examples=60)
@given(history)
def test_the_result_is_valid_icontent(messages: list[Any]) -> None:
    for row in THERE.convert(messages, {}):
        FORMATS["icontent"].model().validate_python(row.message)


def test_an_object_that_a_tool_returned_becomes_the_result() -> None:
    result = {"toolUseId": "a", "content": [{"json": {"degrees": 20}}], "status": "success"}
    (row,) = THERE.convert([{"role": "user", "content": [{"toolResult": result}]}], {})
    assert row.message == {
        "speaker": "tool",
        "blocks": [{"type": "tool_response", "callId": "a", "result": {"degrees": 20}, "status": "success"}],
    }


def test_several_texts_of_a_result_are_joined_and_also_stored() -> None:
    content = [{"text": "one"}, {"json": {"two": 2}}]
    (row,) = THERE.convert([{"role": "user", "content": [{"toolResult": {"toolUseId": "a", "content": content}}]}], {})
    (block,) = row.message["blocks"]
    assert block["result"] == 'one\n{"two":2}'
    assert block["providerMetadata"] == {"bedrock": content}


def test_an_empty_text_that_a_tool_returned_comes_back() -> None:
    result = {"toolUseId": "a", "content": [{"text": ""}]}
    messages = [{"role": "user", "content": [{"toolResult": result}]}]
    assert there_and_back(THERE, BACK, messages, {}) == ([], messages)


def test_a_tool_that_the_service_runs_is_kept_whole() -> None:
    call = {"toolUse": {"toolUseId": "s", "name": "nova_grounding", "input": {}, "type": "server_tool_use"}}
    (row,) = THERE.convert([{"role": "assistant", "content": [call]}], {})
    assert row.message["blocks"] == [{"type": "provider", "providerMetadata": {"bedrock": call}}]


def test_the_round_trip_preserves_cache_points_of_the_system_prompt() -> None:
    system = [{"text": "Be brief."}, {"cachePoint": {"type": "default"}}]
    assert there_and_back(THERE, BACK, [], {"system": system}) == (system, [])


def test_response_level_fields_go_into_the_metadata() -> None:
    response = {
        "output": {"message": {"role": "assistant", "content": [{"text": "Hi"}]}},
        "stopReason": "end_turn",
        "usage": {"inputTokens": 3, "outputTokens": 1, "totalTokens": 4},
        "metrics": {"latencyMs": 9},
    }
    (row,) = THERE.convert((FORMATS["bedrock-converse"].messages_of_response or list)(response), {})
    assert row.message == {
        "speaker": "ai",
        "blocks": [{"type": "text", "text": "Hi"}],
        "metadata": {
            "finishReason": "end_turn",
            "usage": {"inputTokens": 3, "outputTokens": 1},
            "providerMetadata": {"bedrock": {"metrics": {"latencyMs": 9}, "usage": {"totalTokens": 4}}},
        },
    }
