"""Claude Code sessions: which lines are the conversation, and how lines become messages."""

from __future__ import annotations

from typing import Any

from tests.sources.documents import conversations, lines, only, source_of, texts
from workbench.checks.check import check
from workbench.conversation import Conversation


def line(uuid: str, parent: str | None, kind: str, content: Any, **more: Any) -> Any:
    message = {"role": kind, "content": content}
    if kind == "assistant":
        message["id"] = more.pop("message_id", f"msg_{uuid}")
    return {"type": kind, "uuid": uuid, "parentUuid": parent, "sessionId": "s", "message": message, **more}


def call(id: str) -> Any:  # noqa: A002
    return {"type": "tool_use", "id": id, "name": "ls", "input": {}}


def result(id: str) -> Any:  # noqa: A002
    return {"type": "tool_result", "tool_use_id": id, "content": "ok"}


def test_the_latest_leaf_is_the_conversation_and_the_edit_before_it_a_branch() -> None:
    session = only(lines(
        line("a", None, "user", "hi"),
        line("b", "a", "assistant", [{"type": "text", "text": "hello"}]),
        line("c", "b", "user", "first try"),
        line("d", "b", "user", "second try"),
    ))  # fmt: skip
    assert source_of(session) == "claude-code"
    assert texts(session) == ["hi", "hello", "second try"]
    assert session.origin is not None
    assert session.origin.remark == "2 branches, main one shown"
    (branch,) = (read() for read in session.origin.branches)
    assert isinstance(branch, Conversation)
    assert texts(branch) == ["hi", "hello", "first try"]


def test_lines_of_one_answer_are_one_message_and_parallel_results_join_it() -> None:
    session = only(lines(
        line("a", None, "user", "go"),
        line("b", "a", "assistant", [call("t1")], message_id="m"),
        line("c", "b", "assistant", [call("t2")], message_id="m"),
        line("d", "b", "user", [result("t1")]),
        line("e", "c", "user", [result("t2")]),
        line("f", "e", "assistant", [{"type": "text", "text": "done"}]),
    ))  # fmt: skip
    assert [message["role"] for message in session.messages] == ["user", "assistant", "user", "assistant"]
    assert [block["id"] for block in session.messages[1]["content"]] == ["t1", "t2"]
    assert [block["tool_use_id"] for block in session.messages[2]["content"]] == ["t1", "t2"]
    assert check(session).errors == []


def test_a_sidechain_is_a_separate_conversation_linked_to_its_call() -> None:
    task = {"type": "tool_use", "id": "t1", "name": "Task", "input": {"prompt": "look around"}}
    main, agent = conversations(lines(
        line("a", None, "user", "go"),
        line("b", "a", "assistant", [task]),
        line("s1", None, "user", "look around", isSidechain=True),
        line("s2", "s1", "assistant", [{"type": "text", "text": "seen"}], isSidechain=True),
        line("c", "b", "user", [result("t1")]),
    ))  # fmt: skip
    assert len(main.messages) == 3
    assert texts(agent) == ["look around", "seen"]
    assert agent.origin is not None
    assert agent.origin.started_by == "t1"


def test_messages_before_a_compaction_are_not_sent_again() -> None:
    session = only(lines(
        line("a", None, "user", "old"),
        line("b", "a", "assistant", [{"type": "text", "text": "old answer"}]),
        {"type": "system", "subtype": "compact_boundary", "uuid": "x", "parentUuid": None, "logicalParentUuid": "b",
         "sessionId": "s", "compactMetadata": {}},
        line("c", "x", "user", "summary of it all", isCompactSummary=True),
        line("d", "c", "assistant", [{"type": "text", "text": "on we go"}]),
    ))  # fmt: skip
    assert texts(session) == ["summary of it all", "on we go"]


def test_a_missing_parent_is_replaced_by_the_line_before_and_noted() -> None:
    session = only(lines(
        line("a", None, "user", "hi"),
        line("b", "lost", "assistant", [{"type": "text", "text": "hello"}]),
    ))  # fmt: skip
    assert texts(session) == ["hi", "hello"]
    assert [note.kind for note in session.notes] == ["parent-missing"]


def test_a_copy_without_links_is_read_in_file_order_without_sidechains() -> None:
    bare = [
        {"type": "user", "message": {"role": "user", "content": "hi"}},
        {"type": "assistant", "message": {"role": "assistant", "content": [{"type": "text", "text": "hello"}]}},
    ]
    assert texts(only(lines(*bare))) == ["hi", "hello"]


def test_a_fault_points_at_the_line_and_the_block_in_it() -> None:
    session = only(lines(
        {"type": "summary", "summary": "s", "leafUuid": "c"},
        line("a", None, "user", "go"),
        line("b", "a", "assistant", [call("t1")]),
        line("c", "b", "user", [result("t9")]),
        line("d", "c", "user", "and now?"),
    ))  # fmt: skip
    orphan = next(finding for finding in check(session).errors if finding.rule == "tool-result-orphan")
    at = session.in_file(orphan.at)
    assert session.origin is not None
    assert (at, session.origin.line_of(at)) == ("/3/message/content/0", 4)


def test_the_text_of_an_api_error_is_not_part_of_the_conversation() -> None:
    error = line("b", "a", "assistant", [{"type": "text", "text": "API Error: 400"}], isApiErrorMessage=True)
    assert texts(only(lines(line("a", None, "user", "hi"), error))) == ["hi"]


ORPHAN = (
    'API Error: 400 {"type":"error","error":{"type":"invalid_request_error","message":"messages.2.content.0: '
    "unexpected `tool_use_id` found in `tool_result` blocks: toolu_1. Each `tool_result` block must have a "
    'corresponding `tool_use` block in the previous message."}}'
)


def test_the_error_that_ends_a_session_is_its_recorded_refusal() -> None:
    asked = line("a", None, "user", "hi")
    error = line("b", "a", "assistant", [{"type": "text", "text": ORPHAN}], isApiErrorMessage=True)
    assert only(lines(asked, error)).refusal == ORPHAN


def test_an_error_after_which_the_session_went_on_is_not_about_its_messages() -> None:
    asked = line("a", None, "user", "hi")
    error = line("b", "a", "assistant", [{"type": "text", "text": ORPHAN}], isApiErrorMessage=True)
    assert only(lines(asked, error, line("c", "b", "user", "again"))).refusal == ""


def test_results_that_do_not_name_their_call_answer_in_order() -> None:
    session = only(lines(
        line("a", None, "user", "hi"),
        line("b", "a", "assistant", [call("toolu_1"), call("toolu_2")]),
        line("c", "b", "tool_result", "one"),
        line("d", "c", "tool_result", "two"),
    ))  # fmt: skip
    answered = [block["tool_use_id"] for block in session.messages[2]["content"]]
    assert (answered, check(session).errors) == (["toolu_1", "toolu_2"], [])
