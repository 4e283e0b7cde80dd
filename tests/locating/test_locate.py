"""A provider's error is located in the file, even if the file is in another format or was trimmed since."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies import HISTORIES
from workbench.conversation import Conversation
from workbench.detection import detected
from workbench.loading import load
from workbench.locating import locate
from workbench.locating.texts import known_texts

HUMAN = {"speaker": "human", "blocks": [{"type": "text", "text": "Go on."}]}
ICONTENT: list[Any] = [
    {"speaker": "system", "blocks": [{"type": "text", "text": "Be brief."}]},
    HUMAN,
    {"speaker": "ai", "blocks": [{"type": "tool_call", "id": "hist_tool_a1", "name": "ls", "parameters": {}}]},
    {"speaker": "tool", "blocks": [{"type": "tool_response", "callId": "hist_tool_b2", "result": "x"}]},
    HUMAN,
]
CALL = {"id": "call_a1", "type": "function", "function": {"name": "ls", "arguments": "{}"}}
HEALTHY: list[Any] = [
    {"role": "user", "content": "Go on."},
    {"role": "assistant", "content": None, "tool_calls": [CALL]},
    {"role": "tool", "tool_call_id": "call_a1", "content": "x"},
]


def loaded(messages: list[Any]) -> Conversation:
    return load(json.dumps(messages).encode())


def test_the_providers_index_is_matched_with_the_prediction_of_the_check() -> None:
    messages = [*HEALTHY[:2], {"role": "user", "content": "And?"}]
    found = locate(
        loaded(messages),
        "{'error': {'message': \"An assistant message with 'tool_calls' must be followed by tool messages responding "
        "to each 'tool_call_id'. The following tool_call_ids did not have response messages: call_a1\", "
        "'param': 'messages.[2].role'}}",
    )
    assert found.finding is not None
    assert (found.rule, found.message_index, found.provider_place) == ("tool-result-missing", 1, "messages[2].role")
    assert found.at == found.finding.at
    assert found.confidence == 1.0
    assert "call_a1" in found.sentence
    assert "Fix: " in found.sentence


def test_a_sentence_shared_by_rules_is_located_by_the_rule_that_finds_the_id() -> None:
    messages = [
        *HEALTHY,
        {"role": "user", "content": "And?"},
        {"role": "tool", "tool_call_id": "call_z9", "content": "y"},
    ]
    found = locate(
        loaded(messages),
        "Invalid parameter: 'tool_call_id' of 'call_z9' not found in 'tool_calls' of previous message.",
    )
    assert found.finding is not None
    assert (found.rule, found.message_index, found.confidence) == ("tool-result-orphan", len(HEALTHY) + 1, 0.7)
    assert "does not show it" not in found.sentence


def test_an_error_of_another_format_points_into_the_file_as_it_is() -> None:
    """Anthropic's list of messages has no system message, so its numbers are one less than those of the file."""
    found = locate(
        loaded(ICONTENT),
        "400 messages.2.content.0: unexpected `tool_use_id` found in `tool_result` blocks: hist_tool_b2. "
        "Each `tool_result` block must have a corresponding `tool_use` block in the previous message.",
    )
    assert found.target == "anthropic"
    assert found.provider_index == 2
    assert found.message_index == 3
    assert found.at is not None
    assert found.at.startswith("/3/blocks/0")
    assert "Anthropic counts it as messages[2].content[0]" in found.sentence


def test_an_id_with_another_prefix_is_recognised() -> None:
    found = locate(loaded(ICONTENT), "No tool output found for function call call_a1.")
    assert (found.rule, found.target) == ("tool-result-missing", "openai-responses")
    assert found.message_index == 2


def test_a_file_that_was_trimmed_since_is_searched_by_id_and_then_by_rule() -> None:
    text = (
        "messages.38.content.1: unexpected `tool_use_id` found in `tool_result` blocks: {}. "
        "Each `tool_result` block must have a corresponding `tool_use` block in the previous message."
    )
    by_id = locate(loaded(ICONTENT), text.format("hist_tool_b2"))
    assert (by_id.message_index, by_id.confidence) == (3, 0.9)
    by_rule = locate(loaded(ICONTENT), text.format("toolu_gone"))
    assert (by_rule.message_index, by_rule.confidence) == (3, 0.6)


def test_an_error_without_a_finding_is_located_by_its_id_and_less_certainly_without_it() -> None:
    text = "Invalid parameter: 'tool_call_id' of '{}' not found in 'tool_calls' of previous message."
    here = locate(loaded(HEALTHY), text.format("call_a1"))
    assert here.finding is None
    assert here.at == "/1/tool_calls/0/id"
    assert "the id is at messages[1].tool_calls[0].id" in here.sentence
    assert "No rule finds it there" in here.sentence
    gone = locate(loaded(HEALTHY), text.format("call_zz"))
    assert (gone.finding, gone.at) == (None, "/2/tool_call_id")
    assert gone.confidence < here.confidence
    assert "nothing in it has the id 'call_zz'" in gone.sentence


def test_an_index_beyond_the_file_is_reported() -> None:
    found = locate(loaded(HEALTHY), "messages.38.content.1.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'")
    assert found.rule == "tool-id-bad-chars"
    assert "it has 3 messages, but the error is about messages[38].content[1].tool_use.id" in found.sentence


def test_an_unknown_error_is_located_by_its_place() -> None:
    found = locate(loaded(HEALTHY), "Unknown parameter: 'messages[1].tool_calls[0].colour'.")
    assert found.rule is None
    assert found.at == "/1/tool_calls/0"
    assert "the error points at messages[1].tool_calls[0], where the file has {" in found.sentence


def test_numbers_that_count_from_one_are_converted() -> None:
    text = "Value 'a b' at 'messages.2.member.content.1.member.toolUse.toolUseId' failed to satisfy constraint"
    assert locate(None, text).provider_place == "messages[1].content[0].toolUse.toolUseId"


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(HISTORIES)).flatmap(lambda name: HISTORIES[name]), st.sampled_from(known_texts()))
def test_any_known_error_is_explained_for_any_history(history: list[Any], known: Any) -> None:
    conversation = detected(Conversation("generated", history, history))
    found = locate(conversation, known.text.replace("{message}", "1").replace("{part}", "0"))
    assert found.sentence
    assert found.message_index is None or 0 <= found.message_index < len(history)


def test_an_error_about_null_next_to_calls_is_not_denied() -> None:
    """Hardly any server refuses it; the error proves that this one does."""
    call = {"id": "call_1", "type": "function", "function": {"name": "now", "arguments": "{}"}}
    chat = {
        "model": "mimo-v2-flash",
        "messages": [
            {"role": "user", "content": "Hello"},
            {"role": "assistant", "content": None, "tool_calls": [call], "reasoning_content": "Hm."},
            {"role": "tool", "tool_call_id": "call_1", "content": "noon"},
        ],
    }
    error = '{"code": "400", "message": "Param Incorrect", "param": "`text` is not present"}'
    located = locate(load(json.dumps(chat)), error)
    assert (located.rule, located.at) == ("content-null", "/messages/1/content")


def test_an_error_about_the_length_leads_to_the_largest_message_in_any_words() -> None:
    """The file cannot show how many tokens the provider counts."""
    chat = {"model": "glm-5", "messages": [{"role": "system", "content": "Be brief."}, *HEALTHY]}
    counted = "length of prompt_tokens (68957) must be less than max_seq_len (65536)."
    for error in ('{"error": {"code": "1261", "message": "Prompt exceeds max length"}}', counted):
        located = locate(load(json.dumps(chat)), error)
        assert (located.rule, located.at) == ("context-length-exceeded", "/messages/2"), error
