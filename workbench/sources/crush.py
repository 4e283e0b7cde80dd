"""Crush (`.crush/crush.db`), and the first opencode, its predecessor: one row per message, with typed parts."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.origin import Facts
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns
from workbench.sources.contract import TABLES, Found, Material, Source
from workbench.sources.reading import as_object, as_text, has, in_text, member, objects, opened


def recognise(material: Material) -> bool:
    rows = material.object.get("messages")
    return "sessions" in material.object and (
        has(member(rows, 0), "session_id", "role", "parts") or (rows == [] and "files" in material.object)
    )


def read(material: Material) -> Iterator[Found]:
    sessions = {in_text(row.get("id")): row for _, row in objects(material.object.get("sessions"))}
    rows: dict[str, list[tuple[Path, dict[str, Json]]]] = {}
    for place, row in objects(material.object.get("messages"), ("messages",)):
        rows.setdefault(in_text(row.get("session_id")), []).append((place, row))
    for session_id, listed in rows.items():
        turns = ChatTurns()
        about = as_object(sessions.get(session_id))
        for place, row in _since_summary(listed, about.get("summary_message_id")):
            _add(turns, row, (*place, "parts"))
        if turns.messages:
            model = next((as_text(row.get("model")) for _, row in reversed(listed) if row.get("model")), "")
            facts = Facts(as_text(about.get("title")), model, str(about.get("updated_at") or ""))
            side = bool(about.get("parent_session_id"))
            yield Found(turns.messages, turns.places, FORMAT, label=session_id, facts=facts, side=side)


def _since_summary(listed: list[tuple[Path, dict[str, Json]]], summary: object) -> list[tuple[Path, dict[str, Json]]]:
    """Return the rows since the summary, if the session was summarised."""
    start = next((n for n, (_, row) in enumerate(listed) if summary and row.get("id") == summary), 0)
    return listed[start:]


def _add(turns: ChatTurns, row: dict[str, Json], at: Path) -> None:
    parts = [
        (place, part.get("type"), as_object(part.get("data"))) for place, part in objects(opened(row["parts"]), at)
    ]
    words = "\n".join(text for _, kind, data in parts if kind == "text" and (text := in_text(data.get("text"))))
    calls = [
        Call(data.get("id"), data.get("name"), data.get("input") or "{}", place)
        for place, kind, data in parts
        if kind == "tool_call"
    ]
    if row.get("role") == "assistant":
        if words or calls:
            turns.answer(words, calls, at)
    elif words:
        turns.say(as_text(row.get("role")), words, at)
    for place, kind, data in parts:
        if kind == "tool_result":
            turns.result(data.get("tool_call_id"), data.get("content"), place)


SOURCE = Source(
    slug="crush",
    title="Crush database",
    recognise=recognise,
    read=read,
    takes=frozenset({TABLES}),
    homes=(".crush/crush.db", "{data}/crush/crush.db"),
)
