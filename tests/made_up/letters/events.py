"""The events of a letter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.formats.contract import Event
from workbench.json.pointer import Path

_SAY: Mapping[str, Path] = {"value": ("say",)}
_ASK: Mapping[str, Path] = {"id": ("ask", "ref"), "name": ("ask", "tool"), "value": ("ask", "with")}
_REPLY: Mapping[str, Path] = {"id": ("reply", "ref"), "value": ("reply", "got")}
_WHOLE: Mapping[str, Path] = {}


def read(message: Any, index: int) -> list[Event]:
    lines = message.get("lines") if isinstance(message, dict) else None
    return [_event(line, index, ("lines", at)) for at, line in enumerate(lines if isinstance(lines, list) else ())]


def _event(line: Any, index: int, path: Path) -> Event:
    held = line if isinstance(line, dict) else {}
    if isinstance(held.get("say"), str):
        return Event("text", index, path, _SAY, line, value=held["say"])
    if isinstance(ask := held.get("ask"), dict):
        return Event("call", index, path, _ASK, line, ask.get("ref"), ask.get("tool"), ask.get("with"))
    if isinstance(reply := held.get("reply"), dict):
        return Event("result", index, path, _REPLY, line, reply.get("ref"), value=reply.get("got"))
    return Event("other", index, path, _WHOLE, line)
