"""Rows of an app's message table with the parts of AI SDK messages as JSON in a text, as in SQL and CSV exports."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.json.pointer import Path
from workbench.json.text import Json, JsonObject
from workbench.sources.contract import Found, Material, Source
from workbench.sources.reading import as_text, has, in_text, member, opened
from workbench.sources.transcript import Transcript

_FORMAT = "vercel-v5-ui"
_CHATS = ("chatId", "chat_id", "threadId", "thread_id", "conversationId", "conversation_id")
_TIMES = ("createdAt", "created_at")
_ROLES = frozenset({"user", "assistant", "system"})


def recognise(material: Material) -> bool:
    if not isinstance(material.value, list) or str not in map(type, [row.get("parts") for row in material.sample]):
        return False
    return material.mostly(_is_row)


def _is_row(row: JsonObject) -> bool:
    parts = row.get("parts")
    is_text = isinstance(parts, str) and parts.lstrip().startswith("[")
    return is_text and as_text(row.get("role")) in _ROLES and has(member(opened(parts), 0), "type")


def read(material: Material) -> Iterator[Found]:
    chats: dict[str, list[tuple[Path, dict[str, Json]]]] = {}
    for place, row in sorted(material.records, key=lambda spot: _of(spot[1], _TIMES)):
        if _is_row(row):
            chats.setdefault(_of(row, _CHATS), []).append((place, row))
    for chat, rows in chats.items():
        transcript = Transcript()
        for place, row in rows:
            parts = opened(row.get("parts"))
            spots = [(("parts", number), (*place, "parts", number)) for number in range(len(parts))]
            transcript.add({"id": row.get("id"), "role": row.get("role"), "parts": parts}, place, spots)
        yield Found(transcript.messages, transcript.places, _FORMAT, label=chat)


def _of(row: JsonObject, names: tuple[str, ...]) -> str:
    return next((in_text(row[name]) for name in names if as_text(in_text(row.get(name)))), "")


SOURCE = Source("ai-sdk", "table of AI SDK messages", recognise, read, signs=frozenset({"parts"}))
