"""opencode sessions: an export, the messages that its server lists, a shared session as a flat list, or the database.

A tool part contains a call and its result.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.origin import Facts
from workbench.sources.contract import RECORDS, TABLES, Found, Material, Source
from workbench.sources.reading import as_object, as_text, has, member, objects, opened
from workbench.sources.transcript import Transcript

_Message = tuple[dict[str, Json], Path, list[tuple[Path, dict[str, Json]]]]
"""The info of a message, its place, and its parts with their places."""
CLEARED = "[Old tool result content cleared]"


def recognise(material: Material) -> bool:
    if material.kind == TABLES:
        return {"session", "message", "part"} <= set(material.object)
    if _is_export(material.value) or material.mostly(_is_listed):
        return True
    kinds = {as_text(record.get("type")) for record in material.sample if has(record, "data")}
    return {"session", "message"} <= kinds and "part" in kinds


def _is_export(value: object) -> bool:
    first = member(value, "messages", 0)
    in_session = as_text(member(value, "info", "id")).startswith("ses_")
    return has(value, "info", "messages") and (in_session or (has(first, "info", "parts")))


def _is_listed(message: object) -> bool:
    """A message as the server lists it. It names its session, because the list does not."""
    return has(message, "info", "parts") and has(member(message, "info"), "id", "sessionID", "role")


def read(material: Material) -> Iterator[Found]:
    if material.kind == TABLES:
        yield from _database(material.object)
    elif _is_export(material.value):
        messages = _with_parts(objects(material.object["messages"], ("messages",)))
        yield from _session(as_object(member(material.value, "info")), messages)
    elif material.mostly(_is_listed):
        yield from _listed(material)
    else:
        yield from _shared(material)


def _with_parts(messages: Iterable[tuple[Path, dict[str, Json]]]) -> list[_Message]:
    return [
        (as_object(member(message, "info")), at, list(objects(message.get("parts"), (*at, "parts"))))
        for at, message in messages
    ]


def _listed(material: Material) -> Iterator[Found]:
    """Read messages that are listed without their session, by the session that each message names."""
    sessions: dict[str, list[_Message]] = {}
    for message in _with_parts(material.records):
        sessions.setdefault(as_text(message[0].get("sessionID")), []).append(message)
    for session, messages in sessions.items():
        yield from _session({"id": session}, messages)


def _shared(material: Material) -> Iterator[Found]:
    """Read a flat list of sessions, messages and parts, which refer to each other by id."""
    parts: dict[Json, list[tuple[Path, dict[str, Json]]]] = {}
    messages: dict[Json, list[_Message]] = {}
    sessions: list[dict[str, Json]] = []
    rows = [(place, as_text(record.get("type")), as_object(record.get("data"))) for place, record in material.records]
    for place, kind, data in rows:
        if kind == "part":
            parts.setdefault(as_text(data.get("messageID")), []).append(((*place, "data"), data))
    for place, kind, data in rows:
        if kind == "message":
            own_parts = sorted(parts.get(as_text(data.get("id")), []), key=lambda spot: as_text(spot[1].get("id")))
            messages.setdefault(as_text(data.get("sessionID")), []).append((data, (*place, "data"), own_parts))
        elif kind == "session":
            sessions.append(data)
    started = _starting_calls(parts)
    for info in sessions:
        own = messages.get(as_text(info.get("id")), messages.get("", []))
        yield from _session(info, own, started)


def _database(tables: dict[str, Json]) -> Iterator[Found]:
    parts: dict[Json, list[tuple[Path, dict[str, Json]]]] = {}
    for place, row in objects(tables["part"], ("part",)):
        data = opened(row.get("data"))
        if isinstance(data, dict):
            parts.setdefault(row.get("message_id"), []).append(((*place, "data"), {"id": row.get("id"), **data}))
    messages: dict[Json, list[_Message]] = {}
    for place, row in objects(tables["message"], ("message",)):
        data = opened(row.get("data"))
        if isinstance(data, dict):
            info = {"id": row.get("id"), **data}
            messages.setdefault(row.get("session_id"), []).append(
                (info, (*place, "data"), parts.get(row.get("id"), []))
            )
    started = _starting_calls(parts)
    for _, row in objects(tables["session"], ("session",)):
        info = {**row, "revert": opened(row.get("revert")), "parentID": row.get("parent_id")}
        yield from _session(info, messages.get(row.get("id"), []), started)


def _starting_calls(parts: Mapping[Json, list[tuple[Path, dict[str, Json]]]]) -> dict[str, str]:
    """Map a child session to the call that started it. The task tool stores the session id in its metadata."""
    started: dict[str, str] = {}
    for _, part in (spot for spots in parts.values() for spot in spots):
        child = as_text(member(part, "state", "metadata", "sessionId"))
        if child and part.get("type") == "tool":
            started.setdefault(child, as_text(part.get("callID")))
    return started


def _session(
    info: dict[str, Json], messages: Sequence[_Message], started: Mapping[str, str] | None = None
) -> Iterator[Found]:
    ordered = sorted(messages, key=lambda message: (_created(message[0]), as_text(message[0].get("id"))))
    transcript = Transcript()
    for message in _after_compaction(_before_revert(ordered, info.get("revert"))):
        _add(transcript, *message)
    models = [as_text(member(message[0], "modelID")) for message in ordered]
    if transcript.messages:
        yield Found(
            transcript.messages,
            transcript.places,
            format="vercel-v5-ui",
            label=as_text(info.get("id")),
            facts=Facts(
                title=as_text(info.get("title")),
                model=next((model for model in reversed(models) if model), ""),
                when=str(member(info, "time", "updated") or info.get("time_updated") or ""),
                who=as_text(info.get("directory")),
            ),
            side=bool(info.get("parentID")),
            started_by=(started or {}).get(as_text(info.get("id")), "") if info.get("parentID") else "",
        )


def _created(info: dict[str, Json]) -> float:
    created = member(info, "time", "created")
    return created if isinstance(created, (int, float)) else 0


def _before_revert(messages: list[_Message], revert: object) -> list[_Message]:
    """Return the messages before a revert. A part id reverts only the end of its message."""
    to, part = member(revert, "messageID"), member(revert, "partID")
    kept: list[_Message] = []
    for info, at, parts in messages:
        if to is not None and info.get("id") == to:
            before = [spot for spot in parts if as_text(spot[1].get("id")) < as_text(part)] if part else []
            return [*kept, (info, at, before)] if before else kept
        kept.append((info, at, parts))
    return kept


def _after_compaction(messages: list[_Message]) -> list[_Message]:
    """Return the history since the newest summary: its request, the summary, the preserved tail, and later messages."""
    for number in range(len(messages) - 1, -1, -1):
        info, _, parts = messages[number]
        request = next((part for _, part in parts if part.get("type") == "compaction"), None)
        if info.get("role") != "user" or request is None or number + 1 >= len(messages):
            continue
        answer = messages[number + 1][0]
        if answer.get("summary") and answer.get("finish") and not answer.get("error"):
            tail = request.get("tail_start_id")
            start = next((n for n in range(number) if messages[n][0].get("id") == tail), number)
            return [*messages[number : number + 2], *messages[start:number], *messages[number + 2 :]]
    return messages


def _add(transcript: Transcript, info: dict[str, Json], at: Path, parts: list[tuple[Path, dict[str, Json]]]) -> None:
    """Add a message. A failed answer is omitted, unless it was stopped and already had content."""
    own_parts = [(written, place) for place, part in parts if (written := _part(part)) is not None]
    failed = info.get("error") and member(info, "error", "name") != "MessageAbortedError"
    if not own_parts or (info.get("role") == "assistant" and failed):
        return
    notes = ((("parts", number), place) for number, (_, place) in enumerate(own_parts))
    message = {"id": info.get("id"), "role": info.get("role"), "parts": [written for written, _ in own_parts]}
    transcript.add(message, at, notes)


def _part(part: dict[str, Json]) -> Json | None:
    kind = part.get("type")
    if kind == "text":
        return None if part.get("ignored") or not part.get("text") else {"type": "text", "text": part["text"]}
    if kind == "reasoning":
        return {"type": "reasoning", "text": part.get("text")}
    if kind == "file":
        return {"type": "file", "mediaType": part.get("mime"), "url": part.get("url"), "filename": part.get("filename")}
    if kind == "tool":
        return _tool(part)
    return {"type": "step-start"} if kind == "step-start" else None


def _tool(part: dict[str, Json]) -> Json:
    state = part.get("state")
    called = {
        "type": f"tool-{as_text(part.get('tool'))}",
        "toolCallId": part.get("callID"),
        "input": member(state, "input") or {},
    }
    status = member(state, "status")
    if status == "completed":
        output = CLEARED if member(state, "time", "compacted") else member(state, "output")
        return {**called, "state": "output-available", "output": output}
    if status == "error":
        return {**called, "state": "output-error", "errorText": member(state, "error")}
    return {**called, "state": "input-available"}


SOURCE = Source(
    slug="opencode",
    title="opencode session",
    recognise=recognise,
    read=read,
    takes=RECORDS | {TABLES},
    program_repairs={"tool-result-missing": "opencode answers this call with `[Tool execution was interrupted]`."},
    homes=("{data}/opencode/opencode.db", "{data}/opencode/storage"),
    signs=frozenset({"info", "data", "session"}),
)
