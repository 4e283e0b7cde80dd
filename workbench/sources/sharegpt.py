"""ShareGPT lists of `from` and `value`. Calls are JSON without ids, so results are paired in order.

A result answers one of the latest calls: an earlier call without a result keeps none. Some data sets write calls as
text of an answer, in tags or on a line. A tool's answer to such a text is read as a text of the user, as it is when the
row is prepared for training.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from workbench.json.plain_values import literal_in
from workbench.json.pointer import Path
from workbench.json.text import Json, parse_or_none
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns
from workbench.sources.contract import Found, Material, Source
from workbench.sources.pairing_in_order import Waiting
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
        waiting = Waiting()
        listed = list(objects(held, (*place, key)))
        following = _results_from([turn for _, turn in listed])
        for results, (at, turn) in zip(following, listed, strict=True):
            if results:
                waiting.only_latest(results)
            _add(turns, turn, at, waiting)
        if turns.messages:
            yield Found(turns.messages, turns.places, FORMAT, label=str(record.get("id") or "/".join(map(str, place))))


def _results_from(turns: list[dict[str, Json]]) -> list[int]:
    """For the first of several results in a row, how many they are; 0 for every other turn."""
    roles = [_ROLES.get(as_text(turn.get("from"))) for turn in turns]
    following = [0] * len(roles)
    for number in reversed(range(len(roles))):
        if roles[number] == "result":
            following[number] = 1 + (following[number + 1] if number + 1 < len(roles) else 0)
    return [count if number == 0 or roles[number - 1] != "result" else 0 for number, count in enumerate(following)]


def _add(turns: ChatTurns, turn: dict[str, Json], at: Path, waiting: Waiting) -> None:
    role = _ROLES.get(as_text(turn.get("from")), "user")
    value = turn.get("value")
    waiting.new_turn(has_calls=role in {"call", "assistant"})
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
        for call_id, content in waiting.answers(value):
            turns.result(call_id, content, at)
    elif role == "result":
        turns.say("user", in_text(value), at)
    else:
        turns.say(role, value, at)


def _tagged(words: str) -> list[dict[str, Json]]:
    """The calls that an answer has in tags, as JSON or as Python writes it; none if one of them cannot be read."""
    made = [as_object(parse_or_none(text) or literal_in(text)) for text in _TAG.findall(words)]
    return made if all("name" in call for call in made) else []


SOURCE = Source(
    "sharegpt", "ShareGPT list", recognise, read, signs=frozenset({"conversations", "conversation", "items"})
)
