"""Of each file, the part is shown that its program would load again: after rewinds, compactions and redactions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.sources.documents import lines, only
from tests.sources.test_google_adk import ASKED, event, session
from workbench.conversation import Conversation
from workbench.json.text import compact
from workbench.loading import load_all

WORDS = ("one", "two", "three", "four", "five", "six", "summary")


def said(conversation: Conversation) -> list[str]:
    """Which of the words are in each message, in order."""
    texts = [compact(message) for message in conversation.messages]
    return [" ".join(word for word in WORDS if f'"{word}"' in text) for text in texts]


def gemini(*records: Any) -> bytes:
    return lines({"sessionId": "s", "projectHash": "p", "startTime": "2026", "kind": "main"}, *records)


def gemini_record(number: int, words: str) -> Any:
    kind = "user" if number % 2 else "gemini"
    return {"id": str(number), "timestamp": "2026", "type": kind, "content": words}


ONE, TWO, THREE, FOUR = (gemini_record(number, words) for number, words in enumerate(WORDS[:4], 1))


@pytest.mark.parametrize(
    ("records", "expected"),
    [
        ([ONE, TWO, THREE, {"$rewindTo": "3"}], ["one", "two"]),
        ([ONE, TWO, {"$rewindTo": "2"}, FOUR], ["one", "four"]),
        ([ONE, TWO, {"$rewindTo": "unknown"}, THREE, FOUR], ["three", "four"]),
        ([ONE, TWO, THREE, FOUR, {"$set": {"messages": [THREE, FOUR]}}], ["three", "four"]),
        ([ONE, TWO, {**TWO, "content": "five"}, {"$set": {"lastUpdated": "2026"}}], ["one", "five"]),
    ],
)
def test_a_gemini_cli_session_is_replayed(records: list[Any], expected: list[str]) -> None:
    assert said(only(gemini(*records))) == expected


def opencode(number: int, *parts: Any, **info: Any) -> Any:
    role = "user" if number % 2 else "assistant"
    info = {"id": f"msg_{number}", "sessionID": "ses_1", "role": role, "time": {"created": number}, **info}
    parts = parts or ({"type": "text", "text": WORDS[number - 1]},)
    return {"info": info, "parts": [{"id": f"prt_{number}{n}", **part} for n, part in enumerate(parts)]}


def opencode_session(*messages: Any, **info: Any) -> Any:
    about = {"id": "ses_1", "projectID": "p", "directory": "/w", "version": "1", "time": {"created": 1}, **info}
    return {"info": about, "messages": list(messages)}


def test_what_an_opencode_session_reverted_is_not_loaded() -> None:
    messages = [opencode(number) for number in (1, 2, 3, 4)]
    assert said(only(opencode_session(*messages, revert={"messageID": "msg_3"}))) == ["one", "two"]


def test_a_compaction_of_opencode_replaces_what_was_before_its_tail() -> None:
    request = opencode(5, {"type": "compaction", "tail_start_id": "msg_3"})
    summary = opencode(6, {"type": "text", "text": "summary"}, summary=True, finish="stop")
    found = only(opencode_session(*(opencode(number) for number in (1, 2, 3, 4)), request, summary))
    assert [words for words in said(found) if words] == ["summary", "three", "four"]


def test_a_failed_compaction_of_opencode_changes_nothing() -> None:
    request = opencode(5, {"type": "compaction"})
    summary = opencode(6, {"type": "text", "text": "summary"}, summary=True, error={"name": "APIError"})
    found = only(opencode_session(*(opencode(number) for number in (1, 2, 3, 4)), request, summary))
    assert [words for words in said(found) if words][:4] == ["one", "two", "three", "four"]


def pi(number: int, **message: Any) -> Any:
    role = "user" if number % 2 else "assistant"
    text = [{"type": "text", "text": WORDS[number - 1]}]
    message = {"role": role, "content": text, **({"stopReason": "stop"} if role == "assistant" else {}), **message}
    return {"type": "message", "id": str(number), "parentId": str(number - 1) if number > 1 else None,
            "message": message}  # fmt: skip


def test_a_compaction_of_pi_keeps_its_summary_and_what_follows_the_first_kept_entry() -> None:
    header = {"type": "session", "version": 3, "id": "x", "cwd": "/w"}
    compaction = {"type": "compaction", "id": "c", "parentId": "4", "summary": "summary", "firstKeptEntryId": "3"}
    after = {**pi(5), "parentId": "c"}
    found = only(lines(header, pi(1), pi(2), pi(3), pi(4), compaction, after))
    assert "summary" in compact(found.messages[0])
    assert [words for words in said(found) if words and words != "summary"] == ["three", "four", "five"]


def test_an_aborted_answer_of_pi_is_not_sent() -> None:
    header = {"type": "session", "version": 3, "id": "x", "cwd": "/w"}
    found = only(lines(header, pi(1), pi(2, stopReason="aborted"), pi(3)))
    assert [words for words in said(found) if words] == ["one", "three"]


def roo(number: int, words: str = "", **marks: Any) -> Any:
    text = [{"type": "text", "text": words or WORDS[number - 1]}]
    return {"role": "user" if number % 2 else "assistant", "content": text, "ts": 1_700_000_000_000 + number, **marks}


def test_a_summary_of_roo_begins_the_history() -> None:
    found = only([roo(1), roo(2), roo(3, "summary", isSummary=True, condenseId="x"), roo(4), roo(5)])
    assert said(found) == ["summary", "four", "five"]


def test_messages_of_roo_are_hidden_while_their_mark_is_there() -> None:
    hidden = [roo(1), roo(2, truncationParent="t"), roo(3, truncationParent="t")]
    marker = roo(5, "summary", isTruncationMarker=True, truncationId="t")
    assert said(only([*hidden, marker, roo(4), roo(5)])) == ["one", "summary", "four", "five"]
    assert said(only([*hidden, roo(4), roo(5)])) == ["one", "two", "three", "four", "five"]


def test_a_rewind_of_adk_annuls_what_followed() -> None:
    events = [
        {**ASKED, "content": {"role": "user", "parts": [{"text": "one"}]}, "invocation_id": "i1"},
        {**event("root", {"text": "two"}), "invocation_id": "i1"},
        {**ASKED, "content": {"role": "user", "parts": [{"text": "three"}]}, "invocation_id": "i2"},
        {**event("root", {"text": "four"}), "invocation_id": "i2"},
        {"invocation_id": "i3", "author": "user", "actions": {"rewind_before_invocation_id": "i2"}},
        {**ASKED, "content": {"role": "user", "parts": [{"text": "five"}]}, "invocation_id": "i4"},
    ]
    assert said(only(session(*events))) == ["one", "two", "five"]


def test_a_compaction_of_adk_replaces_its_range() -> None:
    turns = [
        {**event("user" if number % 2 else "root", {"text": WORDS[number - 1]}), "timestamp": number}
        for number in (1, 2, 3, 4)
    ]
    content = {"role": "model", "parts": [{"text": "summary"}]}
    compaction = {"start_timestamp": 1, "end_timestamp": 2, "compacted_content": content}
    found = only(session(*turns, {"author": "user", "timestamp": 5, "actions": {"compaction": compaction}}))
    assert said(found) == ["summary", "three", "four"]


def test_strands_loads_the_redacted_message_and_not_the_removed_ones(tmp_path: Path) -> None:
    agent = tmp_path / "session_1" / "agents" / "agent_a"
    (agent / "messages").mkdir(parents=True)
    for number, word in enumerate(WORDS[:4]):
        message = {"role": "assistant" if number % 2 else "user", "content": [{"text": word}]}
        redacted = {**message, "content": [{"text": "summary"}]} if number == 2 else None
        record = {"message": message, "message_id": number, "redact_message": redacted}
        (agent / "messages" / f"message_{number}.json").write_text(json.dumps(record))
    (agent / "agent.json").write_text(json.dumps({"conversation_manager_state": {"removed_message_count": 2}}))
    (found,) = [item for item in load_all(tmp_path / "session_1") if isinstance(item, Conversation)]
    assert said(found) == ["summary", "four"]
