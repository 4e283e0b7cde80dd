"""Records that are not sent are listed where they are in the file, with the reason that the source knows."""

from __future__ import annotations

from typing import Any

from tests.sources.documents import conversations, lines, only
from tests.sources.kinds import database
from tests.sources.test_claude_code import call, line, result
from tests.sources.test_codex import said
from workbench.records.stage import FileStage


def gaps(stage: FileStage) -> dict[int, str]:
    return {index: stage.summary(numbers) for index, numbers in stage.unsent.items()}


def reasons(stage: FileStage) -> dict[str, str]:
    listed = [number for numbers in stage.unsent.values() for number in numbers]
    return {stage.name(number): stage.reason(number) for number in listed}


SNAPSHOT: Any = {"type": "file-history-snapshot", "messageId": "m", "snapshot": {}}


def test_an_abandoned_branch_and_snapshots_are_listed_before_the_message_that_follows_them() -> None:
    stage = FileStage(only(lines(
        line("a", None, "user", "Weather?"),
        SNAPSHOT,
        line("b", "a", "assistant", [{"type": "text", "text": "Sunny."}]),
        line("c", "b", "user", "And Oslo?"),
        SNAPSHOT,
        line("d", "b", "user", "And Rome?"),
    )))  # fmt: skip
    assert gaps(stage) == {1: "1 file-history-snapshot", 2: "1 on another branch, 1 file-history-snapshot"}
    assert reasons(stage) == {
        "line 2": "a snapshot of files, for undo",
        "line 4": "on another branch",
        "line 5": "a snapshot of files, for undo",
    }


def test_records_of_a_compaction_and_of_a_subagent_have_their_own_reasons() -> None:
    boundary = {"type": "system", "subtype": "compact_boundary", "uuid": "x", "sessionId": "s", "parentUuid": None}
    session = lines(
        line("a", None, "user", "Weather?"),
        line("b", "a", "assistant", [call("t1")]),
        line("s", None, "user", "look it up", isSidechain=True),
        boundary,
        line("e", "x", "user", "A summary.", isCompactSummary=True),
        line("f", "e", "user", "Go on."),
    )
    main, subagent = (FileStage(conversation) for conversation in conversations(session))
    assert gaps(main) == {0: "2 replaced by a summary, 1 of a subagent, 1 system"}
    assert gaps(subagent) == {
        0: "2 of the conversation that started this one",
        1: "2 of the conversation that started this one, 1 system",
    }


def test_all_lines_that_were_merged_into_a_message_are_its_records() -> None:
    stage = FileStage(only(lines(
        line("a", None, "user", "Weather?"),
        line("b", "a", "assistant", [call("t1")], message_id="m"),
        line("c", "b", "assistant", [call("t2")], message_id="m"),
        line("d", "b", "user", [result("t1")]),
        line("e", "c", "user", [result("t2")]),
    )))  # fmt: skip
    names = [[stage.name(number) for number in stage.records_of(index)] for index in range(3)]
    assert names == [["line 1"], ["line 2", "line 3"], ["line 4", "line 5"]]
    assert stage.differs


def test_records_removed_by_a_compaction_or_a_rollback_of_codex_have_that_reason() -> None:
    rolled_back = {"type": "event_msg", "payload": {"type": "thread_rolled_back", "num_turns": 1}}
    compacted = {
        "type": "compacted",
        "payload": {"message": "", "replacement_history": [said("user", "In short")["payload"]]},
    }
    stage = FileStage(only(lines(
        {"type": "session_meta", "payload": {"id": "s"}},
        said("user", "one"),
        compacted,
        said("user", "two"),
        rolled_back,
        said("user", "three"),
    )))  # fmt: skip
    assert reasons(stage) == {
        "line 1": "about the session",
        "line 2": "replaced by a summary",
        "line 4": "removed by a rollback",
        "line 5": "shown on the screen only",
    }
    assert [stage.name(number) for number in stage.records_of(0)] == ["line 3 payload.replacement_history[0]"]


def test_other_nodes_of_a_chatgpt_tree_are_on_another_branch_or_hidden() -> None:
    def node(parent: str | None, role: str, text: str, **more: Any) -> Any:
        message = {"author": {"role": role}, "content": {"content_type": "text", "parts": [text]}, **more}
        return {"parent": parent, "children": [], "message": message}

    mapping = {
        "root": {"parent": None, "children": ["a"], "message": None},
        "hidden": node("root", "system", "", weight=0),
        "a": node("hidden", "user", "Weather?"),
        "b": node("a", "assistant", "Cloudy."),
        "c": node("a", "assistant", "Sunny."),
    }
    stage = FileStage(only({"title": "t", "mapping": mapping, "current_node": "c"}))
    assert reasons(stage) == {
        "mapping.root": "a node without a message",
        "mapping.hidden": "hidden in the chat",
        "mapping.b": "on another branch",
    }


def test_other_requests_of_a_batch_are_outside_the_conversation_and_do_not_count_as_a_difference() -> None:
    body = {"model": "m", "messages": [{"role": "user", "content": "Weather?"}]}
    rows = [{"custom_id": str(n), "method": "POST", "url": "/v1/chat/completions", "body": body} for n in range(4)]
    second = FileStage(conversations(lines(*rows))[1])
    assert gaps(second) == {0: "1 outside this conversation", 1: "2 outside this conversation"}
    assert not second.differs


def test_rows_of_other_sessions_in_a_database_have_that_reason() -> None:
    rows = [("s1", '{"role": "user", "content": "Weather?"}'), ("s2", '{"role": "user", "content": "Trains?"}')]
    content = database(
        ("create table agent_sessions (session_id text)", ()),
        ("create table agent_messages (id integer primary key, session_id text, message_data text)", ()),
        *(("insert into agent_messages (session_id, message_data) values (?, ?)", row) for row in rows),
    )
    first = FileStage(conversations(content)[0])
    assert first.name(first.records_of(0)[0]) == "row 1 of agent_messages"
    assert reasons(first) == {"row 2 of agent_messages": "of another session"}
