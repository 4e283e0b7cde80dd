"""Histories to measure with: about 380 bytes a message, three in ten with a tool call or its result."""

from __future__ import annotations

from workbench.convert import route
from workbench.jsontext import Json

_FILLER = "The nightly build reads its settings, links the library and writes what it found to the log. "


def icontent_history(count: int) -> list[Json]:
    """A conversation of `count` messages in turns of ten: words, a call, its result, words."""
    messages: list[Json] = [{"speaker": "system", "blocks": [{"type": "text", "text": "You are a build assistant."}]}]
    turn = 0
    while len(messages) < count:
        messages.extend(_turn(turn))
        turn += 1
    return messages[:count]


def _turn(turn: int) -> list[Json]:
    messages = [_text("human", f"{turn} {_FILLER * 3}")]
    for step in range(3):
        call_id = f"hist_tool_{turn}_{step}"
        call = {"type": "tool_call", "id": call_id, "name": "read_file", "parameters": _arguments(turn)}
        result = {"type": "tool_response", "callId": call_id, "toolName": "read_file", "result": _FILLER * 2}
        messages.append({"speaker": "ai", "blocks": [{"type": "text", "text": "Let me read the log."}, call]})
        messages.append({"speaker": "tool", "blocks": [result]})
    return [*messages, _text("ai", f"{turn} {_FILLER * 3}"), _text("human", _FILLER), _text("ai", _FILLER)]


def _text(speaker: str, text: str) -> Json:
    return {"speaker": speaker, "blocks": [{"type": "text", "text": text}]}


def _arguments(turn: int) -> Json:
    return {"path": f"logs/build-{turn}.log", "limit": 200, "tail": True, "why": _FILLER}


def history_in(format_name: str, count: int) -> Json:
    """The same conversation in another format, as the bare list of its messages."""
    messages: list[Json] = icontent_history(count)
    for edge in route("icontent", format_name):
        messages = [row.message for row in edge.convert(messages, {}) if row.slot == "messages"]
    return messages
