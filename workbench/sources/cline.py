"""Cline and Roo tasks (`api_conversation_history.json`): Anthropic messages with a timestamp and Roo's fields.

Cline's newer store (`~/.cline/data/sessions/*/*.messages.json`) has the same messages inside an object.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.origin import Facts
from workbench.sources.contract import Found, Material, NothingToJudgeError, Source
from workbench.sources.reading import as_text, has, in_text, objects, text_of
from workbench.sources.transcript import Transcript

_ROO_KEYS: Final = frozenset({
    "isSummary", "condenseId", "condenseParent", "truncationParent", "isTruncationMarker", "truncationId",
    "reasoning_content", "reasoning_details",
})  # fmt: skip
_SENT: Final = {
    "text": frozenset({"type", "text", "cache_control", "citations"}),
    "tool_use": frozenset({"type", "id", "name", "input", "cache_control"}),
    "tool_result": frozenset({"type", "tool_use_id", "content", "is_error", "cache_control"}),
    "thinking": frozenset({"type", "thinking", "signature"}),
}
"""Kind of block → the fields that are sent. The program adds its own (`call_id`, `reasoning_details`)."""
_FILE_NAME = re.compile("api_conversation_history|ui_messages")
_Placed = tuple[dict[str, Json], Path]


def recognise_cline(material: Material) -> bool:
    return _is_store(material) or (_is_task(material) and not _is_roo(material))


def _is_store(material: Material) -> bool:
    value = material.object
    return has(value, "version", "agent", "sessionId") and isinstance(value.get("messages"), list)


def recognise_roo(material: Material) -> bool:
    return _is_task(material) and _is_roo(material)


def _is_task(material: Material) -> bool:
    by_name = _FILE_NAME.search(material.name) is not None
    sample = material.sample
    if not isinstance(material.value, list) or not sample or not (by_name or "ts" in material.signs):
        return False
    if all(_is_shown(item) for item in sample):
        return True
    turns = [item for item in sample if as_text(item.get("role")) in {"user", "assistant"} and "content" in item]
    timed = [item for item in turns if _is_time(item.get("ts"))]
    return bool(turns) and (by_name or len(timed) * 2 > len(turns))


def _is_shown(item: dict[str, Json]) -> bool:
    return as_text(item.get("type")) in {"say", "ask"} and has(item, "ts")


def _is_time(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 10**11


def _is_roo(material: Material) -> bool:
    return any(not _ROO_KEYS.isdisjoint(item) for _, item in material.records)


def read(material: Material) -> Iterator[Found]:
    if all(_is_shown(item) for item in material.sample):
        raise NothingToJudgeError(
            "it contains what was shown on the screen; open api_conversation_history.json in the same folder"
        )
    transcript = Transcript()
    records = objects(material.object["messages"], ("messages",)) if _is_store(material) else material.records
    messages = [(item, place) for place, item in records]
    for message, place in _effective(messages):
        if as_text(message.get("role")) in {"user", "assistant"}:
            _add(transcript, message, place)
    if transcript.messages:
        title = text_of(transcript.messages[0].get("content"))[:80]
        yield Found(transcript.messages, transcript.places, "anthropic", facts=Facts(title, when=_when(messages)))


def _add(transcript: Transcript, message: dict[str, Json], place: Path) -> None:
    content = message.get("content")
    if not isinstance(content, list):
        transcript.add({"role": message["role"], "content": content}, place)
        return
    blocks = [
        (as_sent(block) if isinstance(block, dict) else block, (*place, "content", number))
        for number, block in enumerate(content)
    ]
    transcript.add_blocks(as_text(message["role"]), [(sent, at) for sent, at in blocks if sent is not None], place)


def as_sent(block: dict[str, Json]) -> Json:
    """Return a block without Cline's own fields, or None for an unsigned thought, which is not sent."""
    kind = block.get("type")
    if kind == "file":
        return {"type": "text", "text": f"{in_text(block.get('path'))}\n{in_text(block.get('content'))}"}
    if kind == "image" and "mediaType" in block:
        source = {"type": "base64", "media_type": block["mediaType"], "data": block.get("data")}
        return {"type": "image", "source": source}
    if kind == "thinking" and not block.get("signature"):
        return None
    content = block.get("content")
    if kind == "tool_result" and isinstance(content, list):
        are_blocks = all(has(part, "type") for part in content)
        block = {**block, "content": [as_sent(part) for part in content] if are_blocks else in_text(content)}
    sent = _SENT.get(as_text(kind))
    return block if sent is None else {key: value for key, value in block.items() if key in sent}


def _when(messages: list[_Placed]) -> str:
    return str(messages[-1][0].get("ts") or "") if messages else ""


def _effective(messages: list[_Placed]) -> list[_Placed]:
    """Return the history since the last summary, or without condensed and truncated messages.

    This follows Roo's `getEffectiveApiHistory`.
    """
    last = next((n for n in range(len(messages) - 1, -1, -1) if messages[n][0].get("isSummary")), None)
    if last is not None:
        return _without_orphans(messages[last:])
    marks = {as_text(message.get(key)) for message, _ in messages for key in ("condenseId", "truncationId")} - {""}
    return [
        (message, place)
        for message, place in messages
        if not {as_text(message.get("condenseParent")), as_text(message.get("truncationParent"))} & marks
    ]


def _without_orphans(messages: list[_Placed]) -> list[_Placed]:
    """Drop results of calls that the summary replaced."""
    calls = {as_text(block.get("id")) for message, _ in messages for _, block in objects(message.get("content"))} - {""}
    kept: list[_Placed] = []
    for message, place in messages:
        content = message.get("content")
        if isinstance(content, list):
            content = [block for block in content if not _is_orphan(block, calls)]
            if not content:
                continue
        kept.append(({**message, "content": content}, place))
    return kept


def _is_orphan(block: Any, calls: set[str]) -> bool:
    return has(block, "tool_use_id") and as_text(block["tool_use_id"]) not in calls


def _homes(extension: str) -> tuple[str, ...]:
    """Return the folders of all editors that are built on VS Code, local or remote."""
    below = f"User/globalStorage/{extension}/tasks/*/api_conversation_history.json"
    return f"{{config}}/*/{below}", f".vscode-server/data/{below}"


SOURCE = Source(
    "cline",
    "Cline task",
    recognise_cline,
    read,
    program_repairs={"tool-result-missing": "Cline answers this call itself when it loads the task."},
    homes=(*_homes("saoudrizwan.claude-dev"), ".cline/data/sessions/*/*.messages.json"),
    signs=frozenset({"ts", "role", "agent"}),
)
ROO = Source(
    "roo",
    "Roo Code task",
    recognise_roo,
    read,
    homes=_homes("rooveterinaryinc.roo-cline"),
    signs=frozenset({"ts"}),
)
