"""Cline and Roo tasks (`api_conversation_history.json`): Anthropic messages with a time and Roo's marks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.origin import Facts
from workbench.sources.contract import Found, Material, NothingToJudgeError, Source
from workbench.sources.reading import as_text, has, objects, text_of
from workbench.sources.transcript import Transcript

_ROO_KEYS: Final = frozenset({
    "isSummary", "condenseId", "condenseParent", "truncationParent", "isTruncationMarker", "truncationId",
    "reasoning_content", "reasoning_details",
})  # fmt: skip
_FILE_NAME = re.compile("api_conversation_history|ui_messages")
_Placed = tuple[dict[str, Json], Path]


def recognise_cline(material: Material) -> bool:
    return _is_task(material) and not _is_roo(material)


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
        raise NothingToJudgeError("these are the lines of the screen; open api_conversation_history.json beside it")
    transcript = Transcript()
    messages = [(item, place) for place, item in material.records]
    for message, place in _effective(messages):
        if as_text(message.get("role")) in {"user", "assistant"}:
            transcript.add({"role": message["role"], "content": message.get("content")}, place)
    if transcript.messages:
        title = text_of(transcript.messages[0].get("content"))[:80]
        yield Found(transcript.messages, transcript.places, "anthropic", facts=Facts(title, when=_when(messages)))


def _when(messages: list[_Placed]) -> str:
    return str(messages[-1][0].get("ts") or "") if messages else ""


def _effective(messages: list[_Placed]) -> list[_Placed]:
    """As Roo's `getEffectiveApiHistory`: from the last summary on, else without what was condensed or truncated."""
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
    """Results of calls that the summary replaced are dropped."""
    calls = {block.get("id") for message, _ in messages for _, block in objects(message.get("content"))}
    kept: list[_Placed] = []
    for message, place in messages:
        content = message.get("content")
        if isinstance(content, list):
            content = [block for block in content if not _is_orphan(block, calls)]
            if not content:
                continue
        kept.append(({**message, "content": content}, place))
    return kept


def _is_orphan(block: Json, calls: set[Json]) -> bool:
    return has(block, "tool_use_id") and as_text(block["tool_use_id"]) not in calls


_HOMES = ".config/Code/User/globalStorage/{}/tasks/*/api_conversation_history.json"
SOURCE = Source(
    "cline",
    "Cline task",
    recognise_cline,
    read,
    homes=(_HOMES.format("saoudrizwan.claude-dev"),),
    signs=frozenset({"ts", "role"}),
)
ROO = Source(
    "roo",
    "Roo Code task",
    recognise_roo,
    read,
    homes=(_HOMES.format("rooveterinaryinc.roo-cline"),),
    signs=frozenset({"ts"}),
)
