"""ShareGPT lists of `from` and `value`. Calls are JSON without ids, so results are paired in order.

A result answers one of the latest calls: an earlier call without a result keeps none.
"""

from __future__ import annotations

from collections import deque
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
        waiting = _Waiting()
        for at, turn in objects(held, (*place, key)):
            _add(turns, turn, at, waiting)
        if turns.messages:
            yield Found(turns.messages, turns.places, FORMAT, label=str(record.get("id") or "/".join(map(str, place))))


class _Waiting:
    """The calls without a result. Their ids are generated from their number."""

    def __init__(self) -> None:
        self._ids: deque[str] = deque()
        self._count = 0
        self._after_call = False

    def call(self) -> str:
        if not self._after_call:
            self._ids.clear()
        self._after_call = True
        self._count += 1
        self._ids.append(f"call_{self._count}")
        return self._ids[-1]

    def result(self) -> str | None:
        return self._ids.popleft() if self._ids else None

    def other_turn(self) -> None:
        self._after_call = False


def _add(turns: ChatTurns, turn: dict[str, Json], at: Path, waiting: _Waiting) -> None:
    role = _ROLES.get(as_text(turn.get("from")), "user")
    value = turn.get("value")
    if role == "call":
        made = opened(value)
        listed = made if isinstance(made, list) else [made]
        calls = []
        for call in listed:
            name = member(call, "name") or member(call, "function", "name")
            calls.append(Call(waiting.call(), name, member(call, "arguments") or member(call, "parameters"), at))
        turns.answer("", calls, at)
        return
    waiting.other_turn()
    if role == "result":
        turns.result(waiting.result(), in_text(value), at)
    else:
        turns.say(role, value, at)


SOURCE = Source(
    "sharegpt", "ShareGPT list", recognise, read, signs=frozenset({"conversations", "conversation", "items"})
)
