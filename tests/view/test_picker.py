"""Conversations of one file are listed with the worst first, and a session can be downloaded as its own file."""

from __future__ import annotations

from typing import Any

from tests.sources.documents import conversations, lines, only
from tests.sources.kinds import CHAT
from tests.sources.test_writing import CLAUDE, CLAUDE_LOST, claude_line
from workbench.checks.verdict import Outcome
from workbench.repairs.repair import repair
from workbench.view.picker import labels_of, other_branches, relabelled, worst_first
from workbench.view.session_file import repaired_file
from workbench.view.verdict import found_in

BROKEN = [*CHAT[:2], {**CHAT[2], "tool_call_id": "call_9"}]


def batch(*chats: object) -> bytes:
    return lines(*(
        {"custom_id": f"req-{n}", "method": "POST", "url": "/v1/chat/completions",
         "body": {"model": "gpt-4o", "messages": chat}} for n, chat in enumerate(chats)
    ))  # fmt: skip


def test_the_conversation_that_would_be_refused_is_the_first() -> None:
    opened = worst_first(conversations(batch(CHAT, CHAT, BROKEN)))
    assert labels_of(opened) == [
        "✖ would refuse · req-2 · Weather? · gpt-4o · 3 messages",
        "✓ would accept · req-0 · Weather? · gpt-4o · 3 messages",
        "✓ would accept · req-1 · Weather? · gpt-4o · 3 messages",
    ]


def test_a_repair_changes_the_verdict_and_the_number_of_messages_in_the_list() -> None:
    label = labels_of(conversations(batch(BROKEN, CHAT)))[0]
    assert label == "✖ would refuse · req-0 · Weather? · gpt-4o · 3 messages"
    assert relabelled(label, Outcome.ACCEPTED, 4) == "✓ would accept · req-0 · Weather? · gpt-4o · 4 messages"
    assert relabelled("req-0 · Weather? · 30,000 messages", Outcome.ACCEPTED, 1) == "req-0 · Weather? · 1 message"


def test_other_branches_of_a_session_can_be_chosen() -> None:
    forked = only(lines(*CLAUDE, claude_line("e", "a", "user", "and Oslo?")))
    assert [len(branch.messages) for branch in other_branches([forked])] == [4]
    assert [label.split(" · ")[:2] for label in labels_of([forked, *other_branches([forked])])] == [
        ["✓ would accept", "Weather?"],
        ["✓ would accept", "branch 2"],
    ]
    assert found_in(forked) == "Claude Code session, 2 branches, main one shown"


def test_ids_and_numbers_are_omitted_if_there_is_a_title_and_times_are_readable() -> None:
    def export(key: str, title: str) -> Any:
        message = {"author": {"role": "user"}, "content": {"content_type": "text", "parts": ["Weather?"]}}
        node = {"parent": None, "message": message}
        return {"id": key, "title": title, "update_time": 1704717442.4, "mapping": {"a": node}, "current_node": "a"}

    first = export("d6523d1e-7ec3-474f-a363-0e9dffdb3d93", "Weather\nin Oslo")
    second = export("7c5ab593-dbab-43bd-862d-2c3c1eeebf6a", "Trains")
    assert labels_of(conversations([first, second])) == [
        "✓ would accept · Weather in Oslo · 2024-01-08 12:37 · 1 message",
        "✓ would accept · Trains · 2024-01-08 12:37 · 1 message",
    ]


def test_conversations_with_the_same_label_are_distinguished_by_their_place() -> None:
    chat = {"messages": CHAT}
    assert labels_of(conversations(lines(chat, chat))) == [
        "✓ would accept · file:1 · Weather? · 3 messages",
        "✓ would accept · file:2 · Weather? · 3 messages",
    ]


def test_the_difference_of_a_repair_is_in_the_lines_of_the_file() -> None:
    content = lines(*CLAUDE_LOST)
    before = only(content)
    own = repaired_file(content, before, repair(before).conversation)
    assert own is not None
    heading, *changed = own.difference.splitlines()
    assert heading == "@@ from line 3 on @@"
    assert [line[0] for line in changed] == ["-", "+", "+"]
    assert own.text.splitlines()[:2] == content.decode().splitlines()[:2]


def test_a_conversation_that_no_program_loads_again_has_no_own_file() -> None:
    before = only(CHAT)
    assert repaired_file(b"[]", before, before) is None
