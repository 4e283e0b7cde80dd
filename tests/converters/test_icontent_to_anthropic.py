"""IContent → Anthropic: the result fits Anthropic's own types."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from typing import Any

from anthropic.types import MessageParam
from hypothesis import given, settings
from pydantic import TypeAdapter

from tests.converters.provider_round_trip import consumed
from tests.strategies.icontent import history
from workbench.converters.contract import Converted
from workbench.converters.icontent_to_anthropic import icontent_to_anthropic
from workbench.formats import FORMATS


@cache
def anthropic_types() -> TypeAdapter[Any]:
    """Return the request types that the `anthropic` package publishes."""
    return TypeAdapter(MessageParam)


def converted(contents: list[Any]) -> list[Any]:
    return [row.message for row in icontent_to_anthropic(contents, {}) if row.slot == "messages"]


def sendable(content: Any) -> Any:
    """Return a content without unsigned thoughts; of a system prompt, only the texts."""
    system = content["speaker"] == "system"
    blocks = [b for b in content["blocks"] if b["type"] == "text" or not system]
    return {**content, "blocks": [b for b in blocks if b["type"] != "thinking" or "signature" in b]}


@settings(deadline=None, max_examples=100)
@given(history)
def test_the_result_fits_the_published_types(contents: list[Any]) -> None:
    for message in converted([sendable(content) for content in contents]):
        consumed(anthropic_types().validate_python(message))


@settings(deadline=None, max_examples=60)
@given(history)
def test_turns_alternate_and_ids_are_legal(contents: list[Any]) -> None:
    messages = converted(contents)
    assert all(one != other or one == "system" for one, other in pairwise(message["role"] for message in messages))
    for at, message in enumerate(messages):
        for event in FORMATS["anthropic"].read(message, at):
            assert event.kind not in ("call", "result") or re.fullmatch("[a-zA-Z0-9_-]+", str(event.id))


def test_results_of_one_turn_and_the_text_after_them_form_one_user_turn() -> None:
    contents = [
        {"speaker": "tool", "blocks": [{"type": "tool_response", "callId": "a", "result": {"degrees": 20}}]},
        {"speaker": "tool", "blocks": [{"type": "tool_response", "callId": "b", "result": "wet"}]},
        {"speaker": "human", "blocks": [{"type": "text", "text": "And now?"}]},
    ]
    (row,) = icontent_to_anthropic(contents, {})
    assert row.sources == (0, 1, 2)
    assert row.message["content"] == [
        {"type": "tool_result", "tool_use_id": "a", "content": '{"degrees":20}'},
        {"type": "tool_result", "tool_use_id": "b", "content": "wet"},
        {"type": "text", "text": "And now?"},
    ]


def test_the_error_text_is_sent() -> None:
    failed = {"type": "tool_response", "callId": "a", "error": "no such file"}
    partly = {"type": "tool_response", "callId": "b", "result": "half", "error": "cut off"}
    (message,) = converted([{"speaker": "tool", "blocks": [failed, partly]}])
    assert message["content"] == [
        {"type": "tool_result", "tool_use_id": "a", "content": "no such file", "is_error": True},
        {
            "type": "tool_result",
            "tool_use_id": "b",
            "content": [{"type": "text", "text": "half"}, {"type": "text", "text": "cut off"}],
            "is_error": True,
        },
    ]


def test_only_leading_system_contents_leave_the_message_list() -> None:
    rule = {"speaker": "system", "blocks": [{"type": "text", "text": "Be brief."}]}
    hello = {"speaker": "human", "blocks": [{"type": "text", "text": "Hi"}]}
    rows = list(icontent_to_anthropic([rule, hello, rule], {}))
    assert [(row.slot, row.message.get("role")) for row in rows] == [
        ("system", None),
        ("messages", "user"),
        ("messages", "system"),
    ]


def test_a_result_that_is_an_empty_list_is_sent_as_json() -> None:
    (message,) = converted([{"speaker": "tool", "blocks": [{"type": "tool_response", "callId": "a", "result": []}]}])
    assert message["content"][0]["content"] == "[]"


def test_a_block_stored_for_another_provider_is_not_sent() -> None:
    foreign = {"type": "provider", "providerMetadata": {"bedrock": {"cachePoint": {"type": "default"}}}}
    (message,) = converted([{"speaker": "ai", "blocks": [foreign, {"type": "text", "text": "Hi"}]}])
    assert message["content"] == [{"type": "text", "text": "Hi"}]


def test_a_thought_without_a_signature_is_dropped_unless_it_is_anthropics_own() -> None:
    thought = {"type": "thinking", "thought": "hm"}
    own = {**thought, "providerMetadata": {"anthropic": {}}}
    (message,) = converted([{"speaker": "ai", "blocks": [thought, {"type": "text", "text": "Yes."}]}])
    assert message["content"] == [{"type": "text", "text": "Yes."}]
    assert converted([{"speaker": "ai", "blocks": [thought]}]) == []
    (message,) = converted([{"speaker": "ai", "blocks": [own]}])
    assert message["content"] == [{"type": "thinking", "thinking": "hm"}]


def test_a_content_that_only_reports_usage_gives_no_message() -> None:
    usage = {"speaker": "ai", "blocks": [], "metadata": {"usage": {"inputTokens": 3, "outputTokens": 1}}}
    assert converted([usage]) == []


def test_a_system_role_in_the_metadata_makes_a_system_prompt() -> None:
    rule = {"speaker": "ai", "blocks": [{"type": "text", "text": "Be brief."}], "metadata": {"role": "system"}}
    (row,) = icontent_to_anthropic([rule], {})
    assert row == Converted({"type": "text", "text": "Be brief."}, (0,), "system")
