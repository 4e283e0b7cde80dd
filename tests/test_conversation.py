"""A conversation locates its messages in its document, before and after a change."""

from __future__ import annotations

from typing import Any

import pytest

from workbench.conversation import Conversation

ONE: Any = {"role": "user", "content": "one"}
TWO: Any = {"role": "assistant", "content": "two"}
BARE = Conversation("bare", [ONE, TWO], [ONE, TWO])
BODY = Conversation(
    "body", {"model": "m", "messages": [ONE, TWO]}, [ONE, TWO], "/messages", settings={"model": "m"}
)  # fmt: skip
TASK = Conversation(
    "task",
    {"history": [ONE], "status": {"message": TWO}},
    [ONE, TWO],
    places=("/history/0", "/status/message"),
)


@pytest.mark.parametrize(
    ("conversation", "pointers"),
    [
        (BARE, ["/0/content", "/1/content"]),
        (BODY, ["/messages/0/content", "/messages/1/content"]),
        (TASK, ["/history/0/content", "/status/message/content"]),
    ],
    ids=["bare", "body", "task"],
)
def test_a_pointer_leads_into_its_message_and_back(conversation: Conversation, pointers: list[str]) -> None:
    assert [conversation.pointer(index, ("content",)) for index in (0, 1)] == pointers
    assert [conversation.index_of(pointer) for pointer in pointers] == [0, 1]
    assert [conversation.index_of(conversation.pointer(index)) for index in (0, 1)] == [0, 1]


@pytest.mark.parametrize(
    ("conversation", "pointer"),
    [
        (BARE, ""),
        (BARE, "/2"),
        (BARE, "/-1"),
        (BARE, "/01"),
        (BARE, "/content"),
        (BARE, "/" + "9" * 5_000),
        (BODY, "/messages"),
        (BODY, "/messagesx/0"),
        (BODY, "/model"),
        (BODY, "/0"),
        (TASK, "/history"),
        (TASK, "/history/01"),
        (TASK, "/status/messages"),
    ],
)
def test_a_pointer_outside_the_messages_has_no_index(conversation: Conversation, pointer: str) -> None:
    assert conversation.index_of(pointer) is None


def test_messages_and_settings_are_read_again_from_a_changed_document() -> None:
    changed = BODY.with_payload({"model": "n", "messages": [TWO], "tools": []})
    assert (changed.messages, changed.settings) == ([TWO], {"model": "n", "tools": []})
    assert (BODY.messages, BODY.settings) == ([ONE, TWO], {"model": "m"})
    assert BARE.with_payload([TWO]).messages == [TWO]
    assert TASK.with_payload({"history": [TWO], "status": {"message": ONE}}).messages == [TWO, ONE]


def test_a_wrapped_body_keeps_its_own_settings() -> None:
    inner = {"model": "m", "messages": [ONE]}
    wrapped = Conversation("wrapped", {"request": inner, "id": 1}, [ONE], "/request/messages", settings={"model": "m"})
    changed = wrapped.with_payload({"request": {"model": "n", "messages": []}, "id": 1})
    assert (changed.messages, changed.settings) == ([], {"model": "n"})
