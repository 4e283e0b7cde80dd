"""A night at an observatory as a session: lines merged into a message, a subagent, a branch, a result that is lost."""

from __future__ import annotations

from typing import Any

from tests.sources.documents import lines

_SNAPSHOT: Any = {"type": "file-history-snapshot", "messageId": "m", "snapshot": {"trackedFileBackups": {}}}
_AGENT: dict[str, Any] = {"isSidechain": True, "agentId": "a1"}


def _turn(uuid: str, parent: str | None, role: str, content: Any, message: str = "", **more: Any) -> Any:
    said = {"role": role, "content": content}
    if message:
        said = {"id": message, "type": "message", "model": "claude-sonnet-4-5", **said, "stop_reason": None}
    session = {"sessionId": "5d0c2f1e", "cwd": "/home/me/observatory", "version": "2.0.14", "gitBranch": "main"}
    when = f"2026-02-03T21:{10 + len(uuid) % 7}:11.000Z"
    return {"parentUuid": parent, "isSidechain": False, **session, "type": role, "message": said, "uuid": uuid,
            "timestamp": when, **more}  # fmt: skip


def _call(call: str, name: str, **values: Any) -> Any:
    return {"type": "tool_use", "id": call, "name": name, "input": values}


def _result(call: str, content: str) -> Any:
    return {"type": "tool_result", "tool_use_id": call, "content": content}


OBSERVATORY = lines(
    {"type": "summary", "summary": "Dome closed during the survey", "leafUuid": "a5"},
    _SNAPSHOT,
    _turn("u1", None, "user", "Why is the dome of telescope 2 closed?"),
    _turn("a1", "u1", "assistant", [{"type": "text", "text": "I will ask the dome controller."}], "msg_1"),
    _turn("a2", "a1", "assistant", [_call("toolu_dome", "dome_log", telescope=2, lines=20)], "msg_1"),
    _turn("a3", "a2", "assistant", [_call("toolu_air", "Task", prompt="Look up the humidity.")], "msg_1"),
    *[_SNAPSHOT] * 9,
    _turn("s1", None, "user", "Look up the humidity.", **_AGENT),
    _turn("s2", "s1", "assistant", [_call("toolu_hum", "weather", hours=1)], "msg_s1", **_AGENT),
    _turn("s3", "s2", "user", [_result("toolu_hum", "93 %")], **_AGENT),
    _turn("s4", "s3", "assistant", [{"type": "text", "text": "It was 93 %."}], "msg_s2", **_AGENT),
    _turn("u2", "a2", "user", [_result("toolu_dome", "21:14 humidity 93 %, limit 90 %: dome closed by rain guard")]),
    _turn("u3", "u2", "user", [_result("toolu_air", "It was 93 %.")]),
    _turn("a4", "u3", "assistant", [{"type": "text", "text": "It is too damp: 93 %, and the limit is 90 %."}], "msg_2"),
    _turn("x1", "a4", "user", "Open it anyway."),
    _turn("x2", "x1", "assistant", [{"type": "text", "text": "I would not do that."}], "msg_x"),
    _turn("u4", "a4", "user", "Tell me when it drops below 88 %."),
    _turn("a5", "u4", "assistant", [_call("toolu_watch", "watch", below=88)], "msg_3"),
    _turn("u5", "a5", "user", "Did you start it?"),
)
