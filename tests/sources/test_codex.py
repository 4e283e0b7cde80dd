"""Codex rollouts: compaction, rollback and the texts that are written twice."""

from __future__ import annotations

from typing import Any

from tests.sources.documents import lines, only, source_of
from workbench.checks.check import check

META = {"timestamp": "t", "type": "session_meta", "payload": {"id": "1", "cwd": "/w", "timestamp": "2026-01-01"}}


def item(payload: Any) -> Any:
    return {"timestamp": "t", "type": "response_item", "payload": payload}


def said(role: str, text: str) -> Any:
    kind = "input_text" if role == "user" else "output_text"
    return item({"type": "message", "role": role, "content": [{"type": kind, "text": text}]})


def spoken(content: bytes) -> list[str]:
    return [message["content"][0]["text"] for message in only(content).messages]


def test_only_items_are_read_and_not_their_copies_for_the_screen() -> None:
    double = {"timestamp": "t", "type": "event_msg", "payload": {"type": "user_message", "message": "hi"}}
    session = lines(META, said("user", "hi"), double, said("assistant", "hello"))
    assert source_of(only(session)) == "codex"
    assert spoken(session) == ["hi", "hello"]


def test_a_compaction_replaces_all_before_it() -> None:
    compacted = {"type": "compacted", "payload": {"replacement_history": [said("user", "short")["payload"]]}}
    assert spoken(lines(META, said("user", "long"), compacted, said("assistant", "go on"))) == ["short", "go on"]


def test_a_rollback_drops_the_last_turns_of_the_user() -> None:
    rolled = {"type": "event_msg", "payload": {"type": "thread_rolled_back", "num_turns": 1}}
    told = lines(META, said("user", "one"), said("assistant", "1"), said("user", "two"), rolled, said("user", "three"))
    assert spoken(told) == ["one", "1", "three"]


def test_a_call_that_codex_answers_itself_is_not_an_error() -> None:
    call = item({"type": "function_call", "call_id": "c", "name": "ls", "arguments": "{}"})
    report = check(only(lines(META, said("user", "go"), call, said("user", "stop"))))
    missing = next(finding for finding in report.findings if finding.rule == "tool-result-missing")
    assert missing.severity == "warning"
    assert missing.text.endswith("Codex answers this call with `aborted` when it builds the request.")


def test_items_that_codex_cannot_decode_are_omitted_and_local_ids_are_not_sent() -> None:
    items: list[Any] = [
        {"type": "message", "id": "mine", "timestamp": "1", "role": "user", "content": [
            {"type": "input_text", "text": "hi"}]},
        {"type": "message", "role": "assistant", "content": None, "function_call": {"name": "ls", "arguments": "{}"}},
        {"type": "message", "role": "function", "name": "ls", "content": "a"},
    ]  # fmt: skip
    session = only(lines(
        {"timestamp": "1", "type": "session_meta", "payload": {"id": "1"}},
        *({"timestamp": "1", "type": "response_item", "payload": item} for item in items),
    ))  # fmt: skip
    assert session.messages == [{"type": "message", "role": "user", "content": items[0]["content"]}]


def test_an_id_without_the_prefix_of_its_kind_is_not_sent() -> None:
    """The program clears such ids, so they are no fault of the session."""
    call = {"type": "function_call", "id": "item_1", "call_id": "call_1", "name": "ls", "arguments": "{}"}
    output = {"type": "function_call_output", "id": "item_2", "call_id": "call_1", "output": "a.txt"}
    searched = {"type": "web_search_call", "id": "item_3", "status": "completed", "action": {"type": "search"}}
    kept = {"type": "function_call_output", "id": "fco_9", "call_id": "call_2", "output": "b.txt"}
    session = lines(META, said("user", "list"), item(call), item(output), item(searched), item({**call, "id": "fc_2",
        "call_id": "call_2"}), item(kept))  # fmt: skip
    assert [message.get("id") for message in only(session).messages] == [None, None, None, None, "fc_2", "fco_9"]
    assert check(only(session)).errors == []
