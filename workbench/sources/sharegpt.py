"""ShareGPT lists of `from` and `value`. Calls are JSON without ids, so results are paired in order.

A result answers one of the latest calls: an earlier call without a result keeps none. Some data sets write calls as
text of an answer, in tags or on a line. A tool's answer to such a text is read as a text of the user, as it is when the
row is prepared for training.
"""

from __future__ import annotations

import ast
import re
from collections import deque
from collections.abc import Iterator

from workbench.json.pointer import Path
from workbench.json.text import Json, parse_or_none
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns
from workbench.sources.contract import Found, Material, Source
from workbench.sources.reading import as_object, as_text, has, in_text, member, objects, opened

_TO_WORDS = frozenset({"tool", "function"})
"""Who answers in data sets without turns for calls; an observation has such a turn before it."""
_TAG = re.compile(r"<tool_call>\s*(\{.*?\})\s*</tool_call>", re.DOTALL)
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

    @property
    def has_calls(self) -> bool:
        """Whether this conversation has turns for calls, so that a result without one has lost it."""
        return self._count > 0

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
    if role == "assistant" and (tagged := _tagged(in_text(value))):
        calls = [Call(waiting.call(), call["name"], call.get("arguments"), at) for call in tagged]
        turns.answer(_TAG.sub("", in_text(value)).strip(), calls, at)
        return
    waiting.other_turn()
    if role == "result" and (waiting.has_calls or turn["from"] not in _TO_WORDS):
        turns.result(waiting.result(), in_text(value), at)
    elif role == "result":
        turns.say("user", in_text(value), at)
    else:
        turns.say(role, value, at)


def _tagged(words: str) -> list[dict[str, Json]]:
    """The calls that an answer has in tags, as JSON or as Python writes it; none if one of them cannot be read."""
    made = [as_object(parse_or_none(text) or _literal(text)) for text in _TAG.findall(words)]
    return made if all("name" in call for call in made) else []


def _literal(text: str) -> Json:
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None


SOURCE = Source(
    "sharegpt", "ShareGPT list", recognise, read, signs=frozenset({"conversations", "conversation", "items"})
)
