"""Subagents are separate conversations, linked with the call that started them in both directions."""

from __future__ import annotations

from typing import Any

from tests.sources.documents import conversations, lines
from tests.sources.test_claude_code import line, result
from workbench.app.linked_conversations import links_of, starter_of
from workbench.app.opening import open_together
from workbench.view.linked_conversations import call_at, with_links
from workbench.view.window import CHAT, Look

TASK: Any = {"type": "tool_use", "id": "toolu_task", "name": "Task", "input": {"prompt": "look around"}}
SESSION = lines(
    line("a", None, "user", "Weather?"),
    line("b", "a", "assistant", [TASK]),
    line("s1", None, "user", "look around", isSidechain=True),
    line("s2", "s1", "assistant", [{"type": "text", "text": "Sunny."}], isSidechain=True),
    line("c", "b", "user", [result("toolu_task")]),
)
STATE: Any = {"status": "completed", "input": {}, "output": "done", "metadata": {"sessionId": "ses_child"}}
PARTS = {"type": "tool", "callID": "call_task", "tool": "task", "state": STATE}
OPENCODE = [
    {"type": "session", "data": {"id": "ses_main", "title": "Weather"}},
    {"type": "session", "data": {"id": "ses_child", "title": "Look around", "parentID": "ses_main"}},
    {"type": "message", "data": {"id": "m1", "role": "user", "sessionID": "ses_main", "time": {"created": 1}}},
    {"type": "part", "data": {"id": "p1", "messageID": "m1", "type": "text", "text": "Weather?"}},
    {"type": "message", "data": {"id": "m2", "role": "assistant", "sessionID": "ses_main", "time": {"created": 2}}},
    {"type": "part", "data": {"id": "p2", "messageID": "m2", **PARTS}},
    {"type": "message", "data": {"id": "m3", "role": "user", "sessionID": "ses_child", "time": {"created": 3}}},
    {"type": "part", "data": {"id": "p3", "messageID": "m3", "type": "text", "text": "look around"}},
]


def test_the_row_of_a_call_leads_to_the_conversation_it_started() -> None:
    main, subagent = open_together(conversations(SESSION))
    view = main.view()
    started = links_of(main, view).started
    assert started == {"toolu_task": {"key": subagent.key, "title": "subagent 1: look around"}}
    for look in (Look(), Look(view=CHAT)):
        rows = with_links(view.window(look), view.report, started)["rows"]
        assert [row.get("started") for row in rows] == [None, [started["toolu_task"]], None]


def test_a_subagent_leads_back_to_the_message_with_its_call() -> None:
    main, subagent = open_together(conversations(SESSION))
    assert starter_of(subagent) == ({"key": main.key, "title": "Weather?"}, 1)
    assert starter_of(main) is None


def test_an_unknown_call_is_not_found() -> None:
    main, _ = conversations(SESSION)
    assert call_at(main, "toolu_task") == 1
    assert call_at(main, "toolu_other") is None


def test_a_child_session_of_opencode_names_the_call_that_started_it() -> None:
    main, child = open_together(conversations(OPENCODE))
    assert links_of(main, main.view()).started["call_task"]["key"] == child.key
    starter = starter_of(child)
    assert starter is not None
    assert (starter[0]["key"], starter[1]) == (main.key, 1)
