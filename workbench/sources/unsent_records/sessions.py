"""Sessions and stores without a tree: records that were rewound, summarised or replaced, or are of another session."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.sources.contract import Material
from workbench.sources.reading import Object, as_object, as_text, has, member, opened, text_of
from workbench.sources.unsent_records.contract import (
    ABOUT_THE_SESSION,
    FAILED,
    FOR_THE_SCREEN,
    OF_ANOTHER_SESSION,
    SUMMARISED,
    Reason,
    by_type,
)

_SCREEN = ("info", "warning", "error")


def gemini_cli(material: Material, sent: Collection[Path]) -> Reason:
    """Explain lines that later lines replace, rewind or reset."""
    last: dict[str, Path] = {}
    rewound_at: Path = ()
    for place, record in material.records:
        if has(record, "id", "type"):
            last[str(record["id"])] = place
        if "$rewindTo" in record or isinstance(member(record, "$set", "messages"), list):
            rewound_at = place

    def reason(path: Path, record: Object) -> str:
        if "$set" in record or "$rewindTo" in record:
            return "a change to earlier lines"
        if "sessionId" in record:
            return ABOUT_THE_SESSION
        if last.get(str(record.get("id")), path) != path:
            return "replaced by a later line"
        if path < rewound_at:
            return "removed by a rewind"
        return "a command, not a prompt" if text_of(record.get("content")).startswith(("/", "?", "<")) else ""

    return by_type(dict.fromkeys(_SCREEN, FOR_THE_SCREEN), reason)


def opencode(material: Material, sent: Collection[Path]) -> Reason:
    """Explain messages and parts of an export, a shared list or the database."""
    info = as_object(member(material.value, "info"))
    sessions = {_session_of(as_object(_data(_at(material.value, path)))) for path in sent} - {""}

    def reason(path: Path, record: Json) -> str:
        data = as_object(_data(record))
        about = as_object(data.get("info")) or data
        if path[:1] == ("session",) or as_text(member(record, "type")) == "session":
            return ABOUT_THE_SESSION if as_text(about.get("id")) in sessions else OF_ANOTHER_SESSION
        if sessions and _session_of(about) and _session_of(about) not in sessions:
            return OF_ANOTHER_SESSION
        if "role" not in about:
            return "not part of the request"
        if about.get("error"):
            return FAILED
        reverted = as_text(member(opened(info.get("revert")), "messageID"))
        return "removed by a revert" if reverted and as_text(about.get("id")) >= reverted else SUMMARISED

    return reason


def _data(record: Json) -> Json:
    """Return the content of a record. Database rows and shared lists have it in `data`, possibly as JSON text."""
    data = opened(member(record, "data"))
    if not isinstance(data, dict):
        return record
    return {"sessionID": member(record, "session_id"), "id": member(record, "id"), **data}


def _session_of(about: Object) -> str:
    info = as_object(about.get("info")) or about
    return as_text(info.get("sessionID"))


def _at(value: Json, path: Path) -> Json:
    return member(value, *path)


def roo(material: Material, sent: Collection[Path]) -> Reason:
    def reason(path: Path, record: Object) -> str:
        if as_text(record.get("truncationParent")):
            return "cut off to make room"
        return SUMMARISED if as_text(record.get("role")) in {"user", "assistant"} else ""

    return by_type({}, reason)


def langgraph(material: Material, sent: Collection[Path]) -> Reason:
    threads = {as_text(member(material.value, *path[:2], "thread_id")) for path in sent}

    def reason(path: Path, record: Json) -> str:
        if as_text(member(record, "thread_id")) not in threads:
            return "of another thread"
        return {"checkpoints": "an earlier checkpoint", "writes": "a write between two checkpoints"}.get(
            str(path[0]), ""
        )

    return reason


def openai_agents(material: Material, sent: Collection[Path]) -> Reason:
    sessions = {member(material.value, *path[:2], "session_id") for path in sent}

    def reason(path: Path, record: Any) -> str:
        if not has(record, "session_id"):
            return ""
        if record["session_id"] not in sessions:
            return OF_ANOTHER_SESSION
        return "encrypted or unreadable" if has(record, "message_data") else ABOUT_THE_SESSION

    return reason


def aider(material: Material, sent: Collection[Path]) -> Reason:
    def reason(path: Path, record: Json) -> str:
        line = as_text(record)
        if line.startswith("> "):
            return "the output of a tool"
        return "a heading" if line.startswith("# ") else "an empty line" if not line.strip() else ""

    return reason


def grok_cli(material: Material, sent: Collection[Path]) -> Reason:
    return by_type({"reasoning": "encrypted reasoning", "backend_tool_call": "a search that the server ran"})


def sillytavern(material: Material, sent: Collection[Path]) -> Reason:
    def reason(path: Path, record: Object) -> str:
        return "a hidden message" if has(record, "mes") else ABOUT_THE_SESSION

    return by_type({}, reason)
