"""Cursor: chats in its database (`state.vscdb`), chats of its CLI (`store.db`), and transcripts of its agents (JSONL).

Cursor builds its requests on its servers. The database contains what was on the screen: one bubble for each text,
thought or call with its result. A transcript records calls without results, so only its texts are read.
"""

from __future__ import annotations

from collections.abc import Iterator

from workbench.conversation import Note
from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.origin import Facts
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns
from workbench.sources.contract import LINES, TABLES, Found, Material, NothingToJudgeError, Source
from workbench.sources.cursor_store import is_store, read_store
from workbench.sources.reading import as_object, as_text, has, in_text, member, objects, opened, text_of

_USERS = frozenset({"1", "user", "human"})
_BUBBLES, _PANEL = "cursorDiskKV", "ItemTable"
_PANEL_CHATS = "workbench.panel.aichat.view.aichat.chatdata"
"""The key of a workspace's chats in versions before 0.40."""
_Values = dict[str, tuple[Path, Json]]
_WITHOUT_RESULT = {"error": "The tool failed.", "cancelled": "The call was cancelled.", "rejected": "It was rejected."}
"""Status of a call → its result, if none is stored."""


def recognise(material: Material) -> bool:
    if material.kind == TABLES:
        return _BUBBLES in material.object or is_store(material) or _PANEL_CHATS in _rows(material, _PANEL)
    return material.mostly(_is_transcript_line)


def _is_transcript_line(line: dict[str, Json]) -> bool:
    return set(line) <= {"role", "message", "timestamp"} and has(line, "role") and has(line.get("message"), "content")


def read(material: Material) -> Iterator[Found]:
    if material.kind != TABLES:
        yield from _transcript(material)
        return
    if is_store(material):
        yield from read_store(material)
        return
    rows = _rows(material, _BUBBLES)
    found = 0
    for key, (place, value) in rows.items():
        if key.startswith("composerData:") and (chat := _chat(as_object(value), place, key.partition(":")[2], rows)):
            found += 1
            yield chat
    panel, chats = _rows(material, _PANEL).get(_PANEL_CHATS, ((), None))
    for place, tab in objects(member(chats, "tabs"), (*panel, "tabs")):
        turns = ChatTurns()
        for at, bubble in objects(tab.get("bubbles"), (*place, "bubbles")):
            _add(turns, bubble, at)
        if turns.messages:
            found += 1
            title = as_text(tab.get("chatTitle"))
            yield Found(turns.messages, turns.places, FORMAT, label=as_text(tab.get("tabId")), facts=Facts(title))
    if not found:
        raise NothingToJudgeError("this database contains no chats; open the one in User/globalStorage")


def _rows(material: Material, table: str) -> _Values:
    """Return key → the place and the value of its row."""
    return {
        as_text(row.get("key")): ((*place, "value"), opened(_decoded(row.get("value"))))
        for place, row in objects(material.object.get(table), (table,))
    }


def _decoded(value: object) -> Json:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value


def _chat(composer: dict[str, Json], place: Path, chat_id: str, rows: _Values) -> Found | None:
    turns = ChatTurns()
    inline = list(objects(composer.get("conversation"), (*place, "conversation")))
    named = [as_text(header.get("bubbleId")) for _, header in objects(composer.get("fullConversationHeadersOnly"))]
    split = [rows[key] for name in named if (key := f"bubbleId:{chat_id}:{name}") in rows]
    for at, bubble in split or inline:
        _add(turns, as_object(bubble), at)
    if not turns.messages:
        return None
    facts = Facts(
        title=as_text(composer.get("name")),
        model=as_text(member(composer, "modelConfig", "modelName")),
        when=str(composer.get("lastUpdatedAt") or composer.get("createdAt") or ""),
    )
    missing = len(named) - len(split) if split else 0
    notes = (Note("unreadable-line", f"{missing} bubbles of this chat are not in the database"),) if missing else ()
    return Found(turns.messages, turns.places, FORMAT, label=chat_id, facts=facts, notes=notes)


def _add(turns: ChatTurns, bubble: dict[str, Json], at: Path) -> None:
    words = next((text for key in ("text", "rawText", "content", "message") if (text := as_text(bubble.get(key)))), "")
    tool = as_object(bubble.get("toolFormerData"))
    if in_text(bubble.get("type")) in _USERS:
        turns.say("user", words, at)
    elif tool.get("name") or tool.get("toolCallId"):
        call_id = as_text(tool.get("toolCallId")).partition("\n")[0] or f"bubble_{as_text(bubble.get('bubbleId'))}"
        place = (*at, "toolFormerData")
        arguments = tool.get("rawArgs") or tool.get("params") or "{}"
        turns.answer(words, [Call(call_id, tool.get("name") or str(tool.get("tool")), arguments, place)], at)
        result = tool.get("result") or tool.get("error") or _WITHOUT_RESULT.get(as_text(tool.get("status")))
        if result is not None or tool.get("status") == "completed":
            turns.result(call_id, in_text(result), place)
    elif words:
        turns.answer(words, (), at)


def _transcript(material: Material) -> Iterator[Found]:
    turns = ChatTurns()
    calls = 0
    for place, line in material.records:
        content = member(line, "message", "content")
        calls += sum(block.get("type") == "tool_use" for _, block in objects(content))
        if words := text_of(content):
            turns.say(as_text(line.get("role")), words, (*place, "message"))
    if turns.messages:
        text = f"{calls} calls are omitted, because Cursor's transcripts do not record their results"
        notes = (Note("calls-left-out", text),) if calls else ()
        facts = Facts(text_of(member(turns.messages[0], "content"))[:80])
        yield Found(turns.messages, turns.places, FORMAT, facts=facts, notes=notes)


SOURCE = Source(
    slug="cursor",
    title="Cursor chat",
    recognise=recognise,
    read=read,
    takes=frozenset({LINES, TABLES}),
    homes=(
        "{config}/Cursor/User/globalStorage/state.vscdb",
        ".cursor/chats/*/*/store.db",
        ".cursor/projects/*/agent-transcripts/**/*.jsonl",
    ),
    signs=frozenset({"message"}),
)
