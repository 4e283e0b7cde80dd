"""Histories to measure with: as agents store them, about 380 bytes a message, three in ten with a tool call."""

from __future__ import annotations

from typing import Any

from workbench.converters import route

_WORDS = 'The nightly build reads its settings and writes "what it found" to the log. '


def icontent_history(count: int) -> list[Any]:
    """A conversation of `count` messages in turns of ten: words, three calls with their results, words."""
    messages: list[Any] = [{"speaker": "system", "blocks": [{"type": "text", "text": "You are a build assistant."}]}]
    turn = 0
    while len(messages) < count:
        messages.extend(_turn(turn))
        turn += 1
    return messages[:count]


def _turn(turn: int) -> list[Any]:
    messages = [_said("human", turn, 0, _WORDS * 2)]
    for step in range(3):
        messages.extend(_called(turn, step))
    return [*messages, _said("ai", turn, 7, _WORDS * 2), _said("human", turn, 8, _WORDS), _said("ai", turn, 9, _WORDS)]


def _said(speaker: str, turn: int, step: int, text: str) -> Any:
    blocks = [{"type": "text", "text": text}, {"type": "text", "text": f"Step {step} of turn {turn}."}]
    return {"speaker": speaker, "blocks": blocks, "metadata": _metadata(turn, step)}


def _called(turn: int, step: int) -> list[Any]:
    call_id = f"hist_tool_{turn}_{step}"
    parameters = {
        "path": f"logs/build-{turn}.log",
        "range": {"from": step * 100, "to": step * 100 + 99, "unit": "line"},
        "patterns": ["error", "warning", "cannot find"],
        "tail": True,
    }
    result = {
        "lines": [{"at": line, "level": "info", "text": f"step {line} done"} for line in range(4)],
        "count": 4,
        "truncated": False,
    }
    call = {"type": "tool_call", "id": call_id, "name": "read_file", "parameters": parameters}
    response = {"type": "tool_response", "callId": call_id, "toolName": "read_file", "result": result}
    return [
        {
            "speaker": "ai",
            "blocks": [{"type": "text", "text": "Let me look."}, call],
            "metadata": _metadata(turn, step),
        },
        {"speaker": "tool", "blocks": [response], "metadata": _metadata(turn, step)},
    ]


def _metadata(turn: int, step: int) -> Any:
    return {"id": f"m-{turn}-{step}", "timestamp": 1731700000 + turn, "turnId": f"t-{turn}", "model": "gpt-5"}


def history_in(format_name: str, count: int) -> Any:
    """The same conversation in another format, as the bare list of its messages."""
    return _converted(icontent_history(count), format_name)


def short_history(format_name: str, number: int, count: int) -> list[Any]:
    """A healthy conversation of `count` messages in a format; each number is another one.

    It begins with a person's words. Formats that join messages need more turns for as many messages.
    """
    turns = 1
    while len(messages := _converted(_turns(number * 1_000, turns), format_name)) < count:
        turns += 1
    return messages[:count]


def _turns(first: int, count: int) -> list[Any]:
    return [message for turn in range(first, first + count) for message in _turn(turn)]


def _converted(messages: list[Any], format_name: str) -> list[Any]:
    for edge in route("icontent", format_name):
        messages = [row.message for row in edge.convert(messages, {}) if row.slot == "messages"]
    return messages


def session_records(count: int) -> list[Any]:
    """A Claude Code session of `count` lines, in turns of five of which one is a snapshot that is not sent."""
    records: list[Any] = []
    parent: str | None = None
    for turn in range(count // 5):
        ask, say, call, answer = (f"{turn:08x}-{step}" for step in range(4))
        words = {"type": "text", "text": f"{_WORDS * 6} Turn {turn}."}
        used = {"type": "tool_use", "id": f"toolu_{turn}", "name": "read_file", "input": {"path": f"logs/{turn}.log"}}
        result = {"type": "tool_result", "tool_use_id": f"toolu_{turn}", "content": _WORDS * 8}
        records += [
            _line(ask, parent, "user", f"{_WORDS * 8} Turn {turn}?"),
            _line(say, ask, "assistant", [words], f"msg_{turn}"),
            _line(call, say, "assistant", [used], f"msg_{turn}"),
            {**_line(answer, call, "user", [result]), "toolUseResult": {"file": _WORDS * 8}},
            {"type": "file-history-snapshot", "messageId": ask, "snapshot": {"trackedFileBackups": {}}},
        ]
        parent = answer
    return records


def _line(uuid: str, parent: str | None, role: str, content: Any, message_id: str = "") -> dict[str, Any]:
    message = {"role": role, "content": content, **({"id": message_id, "model": "m"} if message_id else {})}
    session = {"sessionId": "5d0c2f1e", "version": "2.0.14", "cwd": "/home/me/project", "isSidechain": False}
    times = {"timestamp": "2026-01-01T00:00:00.000Z"}
    return {"parentUuid": parent, **session, "type": role, "message": message, "uuid": uuid, **times}
