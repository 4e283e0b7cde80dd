"""Zed threads, in `threads.db` or as JSON: 0.2 has segments and tool lists, 0.3 and shared threads tagged messages.

As in `thread.rs`, the last compaction replaces everything before it except the user's prompts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from workbench.json.pointer import Path
from workbench.json.text import Json, parse_or_none
from workbench.loading.containers import is_zstd, unzstd
from workbench.loading.error import LoadError
from workbench.origin import Facts
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns, image_part, plain, text_part
from workbench.sources.contract import TABLES, VALUE, Found, Material, Source
from workbench.sources.reading import Object, as_object, as_text, has, in_text, member, objects

_RESUMED = "Continue where you left off"
"""What Zed sends for a resumed turn."""


def recognise(material: Material) -> bool:
    if material.kind == TABLES:
        return has(member(material.value, "threads", 0), "summary", "data_type", "data")
    first = member(material.value, "messages", 0)
    tagged = isinstance(first, dict) and len(first) == 1 and bool({"User", "Agent", "Compaction"} & set(first))
    return has(first, "segments", "tool_uses", "tool_results") or (tagged and "version" in material.object)


def read(material: Material) -> Iterator[Found]:
    if material.kind != TABLES:
        yield from _thread(material.object, (), "")
        return
    for place, row in objects(material.object.get("threads"), ("threads",)):
        at, thread = (*place, "data"), _unpacked(row.get("data"))
        found = _thread(as_object(thread), at, as_text(row.get("id")))
        yield from (replace(item, decoded={at: thread}) for item in found)


def _unpacked(data: object) -> Json:
    """Decode the thread of a row: JSON, usually compressed."""
    if not isinstance(data, bytes):
        return parse_or_none(as_text(data))
    try:
        return parse_or_none((unzstd(data) if is_zstd(data) else data).decode("utf-8", "replace"))
    except LoadError:
        return None


def _thread(thread: Object, at: Path, label: str) -> Iterator[Found]:
    held = thread.get("messages")
    messages = [((*at, "messages", n), message) for n, message in enumerate(held)] if isinstance(held, list) else []
    last = next((n for n in range(len(messages) - 1, -1, -1) if has(messages[n][1], "Compaction")), 0)
    prompts = [(place, message) for place, message in messages[:last] if has(message, "User")]
    turns = ChatTurns()
    for place, message in [*prompts, *messages[last:]]:
        _add(turns, message, place)
    if turns.messages:
        title = as_text(thread.get("title") or thread.get("summary"))
        facts = Facts(title, as_text(member(thread, "model", "model")), as_text(thread.get("updated_at")))
        remark = "compacted, the rest is shown" if last else ""
        yield Found(turns.messages, turns.places, FORMAT, label=label, facts=facts, remark=remark)


def _add(turns: ChatTurns, message: Any, place: Path) -> None:
    if message == "Resume":
        turns.say("user", _RESUMED, place)
    elif has(message, "segments"):
        _add_segments(turns, message, place)
    elif has(message, "User"):
        turns.say("user", _prompt_content(member(message, "User", "content")), (*place, "User"))
    elif has(message, "Agent"):
        _add_agent(turns, as_object(message["Agent"]), (*place, "Agent"))
    elif has(message, "Compaction"):
        turns.say("user", in_text(member(message, "Compaction", "Summary")), (*place, "Compaction"))


def _add_segments(turns: ChatTurns, message: dict[str, Json], at: Path) -> None:
    for place, result in objects(message.get("tool_results"), (*at, "tool_results")):
        turns.result(result.get("tool_use_id"), _content(result.get("content")), place)
    segments = (part for _, part in objects(message.get("segments")) if part.get("type") == "text")
    words = "".join(in_text(part.get("text")) for part in segments)
    calls = [
        Call(use.get("id"), use.get("name"), use.get("input"), place)
        for place, use in objects(message.get("tool_uses"), (*at, "tool_uses"))
    ]
    role = as_text(message.get("role"))
    if role == "assistant" and (words or calls):
        turns.answer(words, calls, at)
    elif words:
        turns.say(role, words, at)


def _add_agent(turns: ChatTurns, message: dict[str, Json], at: Path) -> None:
    listed = list(objects(message.get("content"), (*at, "content")))
    uses = [((*place, "ToolUse"), as_object(part["ToolUse"])) for place, part in listed if "ToolUse" in part]
    calls = [Call(use.get("id"), use.get("name"), use.get("input"), place) for place, use in uses]
    words = _words(message.get("content"))
    if words or calls:
        turns.answer(words, calls, at)
    for call_id, result in as_object(message.get("tool_results")).items():
        turns.result(call_id, _content(member(result, "content")), (*at, "tool_results", call_id))


def _words(content: object) -> str:
    return "".join(as_text(part.get("Text")) for _, part in objects(content))


def _prompt_content(content: object) -> Json:
    """Return texts, mentions and pictures (always PNG)."""
    parts = []
    for _, part in objects(content):
        if has(part, "Image"):
            parts.append(image_part(f"data:image/png;base64,{in_text(member(part, 'Image', 'source'))}"))
        else:
            parts.append(text_part(part.get("Text") or in_text(member(part, "Mention", "content"))))
    return plain(parts)


def _content(content: object) -> Json:
    """Return the text of a result: one value in older threads, a list in newer ones."""
    if isinstance(content, list):
        return _words(content)
    return member(content, "Text") if has(content, "Text") else content


SOURCE = Source(
    "zed",
    "Zed thread",
    recognise,
    read,
    frozenset({VALUE, TABLES}),
    homes=("{data}/zed/threads/threads.db", "{data}/Zed/threads/threads.db"),
    signs=frozenset({"messages"}),
)
