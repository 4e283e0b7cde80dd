"""A program's own records are recognised inside a document of an unknown program, at any depth."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.sources.documents import all_of, conversations, lines, only, source_of
from tests.sources.kinds import CHAT, DUMPED, LANGCHAIN
from workbench.checks.check import check
from workbench.json.pointer import resolve
from workbench.sources.writing import can_be_written

HISTORIES = {"messages_to_dict": LANGCHAIN, "dumps": DUMPED}
ENVELOPES: dict[str, Callable[[Any], Any]] = {
    "deep": lambda messages: {"run": {"id": "r1", "state": {"values": {"log": messages}}}},
    "rows": lambda messages: {"results": [{"sample": "a", "trajectory": messages, "score": 1}]},
    "JSON in a string": lambda messages: {"payload": json.dumps({"messages": messages})},
    "a column of strings": lambda messages: [{"id": 1, "data": json.dumps(messages)}],
}


@pytest.mark.parametrize("envelope", ENVELOPES.values(), ids=ENVELOPES)
@pytest.mark.parametrize("messages", HISTORIES.values(), ids=HISTORIES)
def test_a_frameworks_messages_are_read_in_any_envelope(messages: Any, envelope: Callable[[Any], Any]) -> None:
    conversation = only(envelope(messages))
    assert (source_of(conversation) or "").startswith("lang")
    assert (conversation.detection.format, len(conversation.messages)) == ("langchain", 3)
    assert check(conversation).verdict.outcome == "accepted"


def test_a_place_leads_through_the_envelope() -> None:
    document = {"run": {"state": {"log": LANGCHAIN}}}
    conversation = only(document)
    pointer = conversation.in_file(conversation.pointer(2))
    assert pointer == "/run/state/log/2/data"
    assert resolve(document, pointer) == LANGCHAIN[2]["data"]


def test_what_no_program_loads_again_is_not_written() -> None:
    assert can_be_written(only(LANGCHAIN))
    assert not can_be_written(only({"run": {"state": {"log": LANGCHAIN}}}))


def test_every_line_may_hold_a_list_of_its_own() -> None:
    found = conversations(lines(LANGCHAIN, LANGCHAIN))
    assert [(source_of(item), len(item.messages)) for item in found] == [("langchain", 3)] * 2


def test_messages_under_ids_are_one_conversation_each() -> None:
    found = conversations({"a": {"messages": DUMPED}, "b": {"messages": DUMPED}})
    assert [len(item.messages) for item in found] == [3, 3]


def test_a_line_with_one_message_is_no_conversation_of_its_own() -> None:
    for item in all_of(lines(*({"at": 1, "record": {"type": "human", "content": "hi"}} for _ in "abc"))):
        assert getattr(item, "messages", []) == []


def test_messages_of_a_known_format_are_still_read_as_before() -> None:
    conversation = only({"run": {"state": {"log": CHAT}}})
    assert (source_of(conversation), conversation.detection.format) == (None, "openai-chat")


CALLED = [{"type": "tool_use", "id": "toolu_1", "name": "weather", "input": {}}]
ANSWERED = [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "sunny"}]
SESSION = [
    {"type": "user", "uuid": "a", "parentUuid": None, "sessionId": "s", "message": {"role": "user", "content": "hi"}},
    {"type": "assistant", "uuid": "b", "parentUuid": "a", "sessionId": "s", "message": {
        "role": "assistant", "content": CALLED}},
    {"type": "user", "uuid": "c", "parentUuid": "b", "sessionId": "s", "message": {
        "role": "user", "content": ANSWERED}},
]  # fmt: skip
SYNCED = [
    {"id": str(number), "seq": number, "content": {"role": "agent", "content": {"type": "output", "data": line}}}
    for number, line in enumerate(SESSION)
]


@pytest.mark.parametrize(
    ("document", "place"),
    [
        (SYNCED, "/2/content/content/data/message"),
        ({"metadata": {}, "messages": [{"direction": "recv", "message": line} for line in SESSION]},
         "/messages/2/message/message"),
    ],
)  # fmt: skip
def test_records_in_envelopes_of_their_own_are_one_session(document: Any, place: str) -> None:
    conversation = only(document)
    assert (source_of(conversation), len(conversation.messages)) == ("claude-code", 3)
    assert conversation.in_file(conversation.pointer(2)).startswith(place)
    assert check(conversation).errors == []
    assert not can_be_written(conversation)


def test_requests_in_envelopes_stay_conversations_of_their_own() -> None:
    found = conversations([{"id": number, "request": {"type": "chat", "messages": CHAT}} for number in range(3)])
    assert [len(item.messages) for item in found] == [3, 3, 3]


EVENTS = [
    {"type": "user.define_outcome", "id": "sevt_0", "description": "Find out the weather."},
    {"type": "agent.tool_use", "id": "sevt_1", "name": "weather", "input": {}},
    {"type": "agent.tool_result", "id": "sevt_2", "tool_use_id": "sevt_1", "content": [
        {"type": "text", "text": "sunny"}]},
    {"type": "agent.message", "id": "sevt_3", "content": [{"type": "text", "text": "Sunny."}]},
]  # fmt: skip


@pytest.mark.parametrize(
    ("records", "source", "messages"), [(SESSION, "claude-code", 3), (EVENTS, "anthropic-managed-agents", 4)]
)
def test_lines_may_be_the_envelopes(records: Any, source: str, messages: int) -> None:
    conversation = only(lines(*({"role": "system", "time": "2026", "raw": record} for record in records)))
    assert (source_of(conversation), len(conversation.messages)) == (source, messages)
    assert check(conversation).errors == []


def test_a_list_of_conversations_inside_another_document_is_no_training_set() -> None:
    chats = [{"messages": CHAT}, {"messages": CHAT}]
    assert [source_of(item) for item in conversations({"models": ["m"], "conversations": chats})] == [None, None]
    answered = [{"messages": [*CHAT, {"role": "assistant", "content": "Sunny."}]} for _ in "ab"]
    found = conversations({"models": ["m"], "conversations": answered})
    assert [(source_of(item), len(item.messages)) for item in found] == [(None, 4), (None, 4)]
    assert {source_of(item) for item in conversations(lines(*answered))} == {"openai-finetune"}
