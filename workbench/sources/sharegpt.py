"""ShareGPT lists of `from` and `value`. Calls are JSON without ids, so results are paired in order.

Some data sets write calls as words of an answer, in tags or as a line of text. The answer of a tool to such words is a
text of the user, as it is when the row is written out for training.
"""

from __future__ import annotations

import ast
import re
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
    elif role == "result" and (waiting or turn["from"] not in _TO_WORDS):
        turns.result(waiting.pop(0) if waiting else None, in_text(value), at)
    elif role == "result":
        turns.say("user", in_text(value), at)
    elif role == "assistant" and (made := _tagged(in_text(value))):
        waiting += [f"call_{len(turns)}_{number}" for number in range(len(made))]
        calls = [
            Call(call_id, call["name"], call.get("arguments"), at)
            for call_id, call in zip(waiting[-len(made) :], made, strict=True)
        ]
        turns.answer(_TAG.sub("", in_text(value)).strip(), calls, at)
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
