"""Mistral Vibe sessions (`~/.vibe/logs/session/*/messages.jsonl`, or one JSON file): chat messages with own keys."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.json.text import Json
from workbench.origin import Facts
from workbench.sources.chat_turns import FORMAT, ChatTurns
from workbench.sources.contract import LINES, Found, Material, Source
from workbench.sources.reading import as_text, has, member, objects

_OWN = frozenset({"message_id", "reasoning_message_id", "injected"})


def recognise(material: Material) -> bool:
    if has(member(material.value, "metadata"), "session_id", "tools_available"):
        return isinstance(material.object.get("messages"), list)
    is_own = any(not _OWN.isdisjoint(line) for line in material.sample)
    return material.kind == LINES and is_own and material.mostly(_is_message)


def _is_message(line: dict[str, Json]) -> bool:
    """With an id of its own, but none of the session, which other programs repeat on every line. Results have no id."""
    speaks = has(line, "role") and ("content" in line or "tool_calls" in line)
    return speaks and not (_OWN | {"tool_call_id"}).isdisjoint(line) and "session_id" not in line


def read(material: Material) -> Iterator[Found]:
    held = objects(material.object["messages"], ("messages",)) if "messages" in material.object else material.records
    turns = ChatTurns()
    for place, message in held:
        turns.take(message, place)
    about = member(material.value, "metadata")
    facts = Facts(as_text(member(about, "title")), when=as_text(member(about, "start_time")))
    if turns.messages:
        yield Found(turns.messages, turns.places, FORMAT, facts=facts)


SOURCE = Source(
    "mistral-vibe",
    "Mistral Vibe session",
    recognise,
    read,
    program_repairs={"tool-result-missing": "Vibe answers this call itself before it sends the next request."},
    homes=(
        ".vibe/logs/session/*/messages.jsonl",
        ".vibe/logs/session/session_*.json",
        "$VIBE_HOME/logs/session/*/messages.jsonl",
    ),
    signs=frozenset({"metadata", *_OWN}),
)
