"""Hermes sessions: in its database, in its session files, and in exports of its archive.

The first two contain chat messages with fields of the program. In an export, calls and results refer to an action, and
rewound or compacted messages are included.
"""

from __future__ import annotations

from collections.abc import Iterator

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.origin import Facts
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns
from workbench.sources.contract import RECORDS, TABLES, Found, Material, Source
from workbench.sources.reading import Object, as_text, has, in_text, member, objects

_UNSENT_STATES = frozenset({"rewound", "compacted"})
"""States of messages that are not sent any more."""


def recognise(material: Material) -> bool:
    if material.kind == TABLES:
        return has(member(material.value, "messages", 0), "session_id", "role", "tool_calls", "tool_name")
    return material.mostly(lambda record: _is_session(record) or _is_export(record))


def _is_session(value: dict[str, Json]) -> bool:
    """Whether this is a session file, or a line of `hermes sessions export`."""
    is_named = has(value, "session_id", "session_start", "platform") or has(value, "source", "model_config")
    return is_named and isinstance(value.get("messages"), list)


def _is_export(value: dict[str, Json]) -> bool:
    return isinstance(value.get("messages"), list) and has(
        member(value, "messages", 0), "message_id", "role", "state", "tool_calls", "tool_results"
    )


def read(material: Material) -> Iterator[Found]:
    if material.kind == TABLES:
        yield from _database(material)
        return
    for place, record in material.records:
        yield from _session(record, place) if _is_session(record) else _export(record, place)


def _database(material: Material) -> Iterator[Found]:
    """Read rows in the order of their numbers, without rewound or compacted ones."""
    sessions: dict[str, ChatTurns] = {}
    for place, row in objects(material.object.get("messages"), ("messages",)):
        turns = sessions.setdefault(in_text(row.get("session_id")), ChatTurns())
        if row.get("active") != 0 and not row.get("compacted"):
            turns.take(row, place)
    headers = {in_text(row.get("id")): row for _, row in objects(material.object.get("sessions"))}
    for session, turns in sessions.items():
        header = headers.get(session, {})
        facts = Facts(as_text(header.get("title")), as_text(header.get("model")), in_text(header.get("started_at")))
        if turns.messages:
            yield Found(turns.messages, turns.places, FORMAT, label=session, facts=facts)


def _session(record: Object, place: Path) -> Iterator[Found]:
    turns = ChatTurns()
    for at, message in objects(record.get("messages"), (*place, "messages")):
        turns.take(message, at)
    facts = Facts(model=as_text(record.get("model")), when=as_text(record.get("last_updated")))
    label = as_text(record.get("session_id") or record.get("id"))
    if turns.messages:
        yield Found(turns.messages, turns.places, FORMAT, label=label, facts=facts)


def _export(record: Object, place: Path) -> Iterator[Found]:
    listed = list(objects(record.get("messages"), (*place, "messages")))
    sent = [(at, message) for at, message in listed if as_text(message.get("state")) not in _UNSENT_STATES]
    turns = ChatTurns()
    for at, message in sent:
        _add(turns, message, at)
    if turns.messages:
        omitted = len(listed) - len(sent)
        remark = f"{omitted} rewound or compacted messages are omitted" if omitted else ""
        facts = Facts(as_text(record.get("title")), when=as_text(record.get("created_at")))
        label = as_text(record.get("session_id"))
        yield Found(turns.messages, turns.places, FORMAT, label=label, facts=facts, remark=remark)


def _add(turns: ChatTurns, message: dict[str, Json], at: Path) -> None:
    role, words = as_text(message.get("role")), in_text(message.get("text"))
    calls = [
        Call(call.get("action_id"), call.get("tool_name"), call.get("arguments_json", call.get("arguments")), place)
        for place, call in objects(message.get("tool_calls"), (*at, "tool_calls"))
    ]
    if role == "assistant" and (words or calls):
        turns.answer(words, calls, at)
    elif role in {"user", "system", "developer"} and words:
        turns.say(role, words, at)
    for place, result in objects(message.get("tool_results"), (*at, "tool_results")):
        turns.result(result.get("action_id"), result.get("output", result.get("output_preview")), place)


SOURCE = Source(
    "hermes",
    "Hermes session",
    recognise,
    read,
    RECORDS | {TABLES},
    homes=(".hermes/state.db", ".hermes/sessions/*.json", "$HERMES_HOME/state.db"),
    signs=frozenset({"messages"}),
)
