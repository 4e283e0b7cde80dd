"""Goose: sessions as lines after a header, as an export, or in `sessions.db`, and calls that its tests record.

Calls and results are content parts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.origin import Facts
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns, image_part, plain, text_part
from workbench.sources.contract import RECORDS, TABLES, Found, Material, Source
from workbench.sources.reading import as_object, as_text, has, in_text, member, objects, opened, text_of

_Messages = Iterable[tuple[Path, dict[str, Json]]]


def recognise(material: Material) -> bool:
    if material.kind == TABLES:
        return has(member(material.value, "messages", 0), "session_id", "role", "content_json")
    if has(material.value, "working_dir", "conversation") or _recorded(material.value):
        return True
    return any(has(record, "working_dir", "message_count") for record in material.sample[:1])


def _recorded(value: object) -> list[str]:
    """Return the keys of recorded calls: each has the messages sent to a provider, and the answer."""
    if not isinstance(value, dict):
        return []
    return [key for key, call in value.items() if has(call, "output") and _is_recorded(member(call, "input"))]


def _is_recorded(request: object) -> bool:
    """A request as Goose gives it to a provider; the first one of a test may be empty."""
    messages = member(request, "messages")
    is_empty = messages == [] and has(request, "system", "tools")
    return is_empty or has(member(messages, 0), "role", "created", "content")


def read(material: Material) -> Iterator[Found]:
    if material.kind == TABLES:
        yield from _database(material)
        return
    if recorded := _recorded(material.value):
        for key in recorded:
            held = objects(material.object[key]["input"]["messages"], (key, "input", "messages"))
            found = _conversation(held, {}, key)
            if found.messages:
                yield found
        return
    header = next((record for _, record in material.records), {})
    if "conversation" in header:
        messages: _Messages = objects(opened(header["conversation"]), ("conversation",))
    else:
        messages = list(material.records)[1:]
    found = _conversation(messages, header)
    if found.messages:
        yield found


def _database(material: Material) -> Iterator[Found]:
    headers = {in_text(row.get("id")): row for _, row in objects(material.object.get("sessions"))}
    sessions: dict[str, list[tuple[Path, dict[str, Json]]]] = {}
    for place, row in objects(material.object.get("messages"), ("messages",)):
        content = opened(row.get("content_json"))
        message: dict[str, Json] = {"role": row.get("role"), "content": content}
        sessions.setdefault(in_text(row.get("session_id")), []).append(((*place, "content_json"), message))
    for session, messages in sessions.items():
        found = _conversation(messages, as_object(headers.get(session)), session)
        if found.messages:
            yield found


def _conversation(messages: _Messages, header: dict[str, Json], label: str = "") -> Found:
    turns = ChatTurns()
    for place, message in messages:
        if member(message, "metadata", "agentVisible") is not False:
            inside = place if place and place[-1] == "content_json" else (*place, "content")
            _add(turns, message, place, inside)
    title = as_text(header.get("description") or header.get("name"))
    facts = Facts(title, when=as_text(header.get("updated_at")), who=as_text(header.get("working_dir")))
    return Found(turns.messages, turns.places, FORMAT, label=label, facts=facts)


def _add(turns: ChatTurns, message: dict[str, Json], at: Path, inside: Path) -> None:
    calls: list[Call] = []
    spoken: list[Json] = []
    for place, part in objects(message.get("content"), inside):
        kind = as_text(part.get("type"))
        if kind in {"toolRequest", "frontendToolRequest"}:
            request = member(part, "toolCall", "value")
            calls.append(Call(part.get("id"), member(request, "name"), member(request, "arguments"), place))
        elif kind == "toolResponse":
            turns.result(part.get("id"), _result(as_object(part.get("toolResult"))), place)
        elif kind == "text":
            spoken.append(text_part(part.get("text")))
        elif kind == "image":
            spoken.append(image_part(f"data:{part.get('mimeType')};base64,{part.get('data')}"))
    if as_text(message.get("role")) == "assistant":
        if calls or spoken:
            turns.answer(plain(spoken), calls, at)
    elif spoken:
        turns.say("user", plain(spoken), at)


def _result(result: dict[str, Json]) -> str:
    value = result.get("value")
    content = member(value, "content") if isinstance(value, dict) else value
    return text_of(content) or in_text(result.get("error") or content)


SOURCE = Source(
    slug="goose",
    title="Goose session",
    recognise=recognise,
    read=read,
    takes=RECORDS | {TABLES},
    homes=(
        "{data}/goose/sessions/*.jsonl",
        "{data}/goose/sessions/sessions.db",
        "{config}/Block/goose/data/sessions/*.jsonl",
        "{config}/Block/goose/data/sessions/sessions.db",
    ),
    signs=frozenset({"working_dir", "input"}),
)
