"""Hermes exports of a session: calls and results name an action; messages that were rewound or compacted are kept."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.origin import Facts
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns
from workbench.sources.contract import Found, Material, Source
from workbench.sources.reading import as_text, has, in_text, member, objects

_GONE = frozenset({"rewound", "compacted"})
"""States of messages that are no longer sent."""


def recognise(material: Material) -> bool:
    return material.mostly(_is_session)


def _is_session(value: dict[str, Json]) -> bool:
    return isinstance(value.get("messages"), list) and has(
        member(value, "messages", 0), "message_id", "role", "state", "tool_calls", "tool_results"
    )


def read(material: Material) -> Iterator[Found]:
    for place, record in material.records:
        listed = list(objects(record.get("messages"), (*place, "messages")))
        living = [(at, message) for at, message in listed if as_text(message.get("state")) not in _GONE]
        turns = ChatTurns()
        for at, message in living:
            _add(turns, message, at)
        if turns.messages:
            gone = len(listed) - len(living)
            remark = f"{gone} messages that were rewound or compacted are left out" if gone else ""
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


SOURCE = Source("hermes", "Hermes session", recognise, read, signs=frozenset({"messages"}))
