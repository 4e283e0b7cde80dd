"""ShareGPT lists of `from` and `value`. Calls are JSON without ids, so results are paired in order."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns
from workbench.sources.contract import Found, Material, Source
from workbench.sources.reading import as_text, has, in_text, member, objects, opened

_ROLES = {
    "human": "user", "user": "user", "gpt": "assistant", "assistant": "assistant", "chatgpt": "assistant",
    "bing": "assistant", "bard": "assistant", "model": "assistant", "system": "system",
    "function_call": "call", "function-call": "call", "tool_call": "call",
    "observation": "result", "tool": "result", "function": "result", "tool_response": "result",
}  # fmt: skip


def recognise(material: Material) -> bool:
    return any(_turns(record)[1] for record in material.sample[:5])


def _turns(record: dict[str, Json]) -> tuple[str, list[Json]]:
    for key in ("conversations", "conversation", "items"):
        held = record.get(key)
        if isinstance(held, list) and has(member(held, 0), "from", "value"):
            return key, held
    return "", []


def read(material: Material) -> Iterator[Found]:
    for place, record in material.records:
        key, held = _turns(record)
        turns = ChatTurns()
        if as_text(record.get("system")):
            turns.say("system", record["system"], (*place, "system"))
        waiting: list[str] = []
        for at, turn in objects(held, (*place, key)):
            _add(turns, turn, at, waiting)
        if turns.messages:
            yield Found(turns.messages, turns.places, FORMAT, label=str(record.get("id") or "/".join(map(str, place))))


def _add(turns: ChatTurns, turn: dict[str, Json], at: Path, waiting: list[str]) -> None:
    """Add a turn. `waiting` has the ids of calls without a result; ids are generated from the position."""
    role = _ROLES.get(as_text(turn.get("from")), "user")
    value = turn.get("value")
    if role == "call":
        made = opened(value)
        listed = made if isinstance(made, list) else [made]
        calls = []
        for number, call in enumerate(listed):
            waiting.append(f"call_{len(turns)}_{number}")
            name = member(call, "name") or member(call, "function", "name")
            calls.append(Call(waiting[-1], name, member(call, "arguments") or member(call, "parameters"), at))
        turns.answer("", calls, at)
    elif role == "result":
        turns.result(waiting.pop(0) if waiting else None, in_text(value), at)
    else:
        turns.say(role, value, at)


SOURCE = Source(
    "sharegpt", "ShareGPT list", recognise, read, signs=frozenset({"conversations", "conversation", "items"})
)
