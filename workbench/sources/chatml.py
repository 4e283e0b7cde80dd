"""ChatML: a prompt as one text with a marked start and end of every turn, alone or in the rows of a data set."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workbench.json.pointer import Path
from workbench.json.text import Json, JsonObject
from workbench.sources.chat_turns import FORMAT, ChatTurns
from workbench.sources.contract import RECORDS, TEXT, Found, Material, Source
from workbench.sources.reading import as_text

_TURN = re.compile(r"<\|im_start\|>(?P<role>\w+)[^\n]*\n(?P<text>.*?)(?:<\|im_end\|>|(?=<\|im_start\|>)|\Z)", re.DOTALL)
_START = "<|im_start|>"
_KEYS = ("text", "prompt", "completion_text")
_ROLES = frozenset({"system", "user", "assistant"})


def recognise(material: Material) -> bool:
    if isinstance(material.value, str):
        return material.value.lstrip("\ufeff \n\r\t").startswith(_START)
    return material.mostly(lambda row: _key(row) is not None)


def _key(row: JsonObject) -> str | None:
    return next((key for key in _KEYS if as_text(row.get(key)).lstrip().startswith(_START)), None)


def read(material: Material) -> Iterator[Found]:
    if isinstance(material.value, str):
        text = material.value
        turns = ChatTurns()
        for turn, role, words in _turns(text):
            first = text.count("\n", 0, turn.start("text"))
            turns.say(role, words, (first,))
            for number in range(first + 1, first + turn["text"].rstrip("\n").count("\n") + 1):
                turns.join((len(turns) - 1, "content"), (number,))
        decoded: dict[Path, Json] = {(): list[Json](text.splitlines())}
        yield Found(turns.messages, turns.places, FORMAT, joined=turns.joined, decoded=decoded)
        return
    for place, row in material.records:
        turns = ChatTurns()
        key = _key(row) or ""
        for _, role, words in _turns(as_text(row.get(key))):
            turns.say(role, words, (*place, key))
        if turns.messages:
            yield Found(turns.messages, turns.places, FORMAT, label="/".join(map(str, place)))


def _turns(text: str) -> Iterator[tuple[re.Match[str], str, str]]:
    """Yield the turns with words. A result is a turn without an id, so it is read as what was said to the model."""
    for turn in _TURN.finditer(text):
        if words := turn["text"].strip("\n"):
            yield turn, turn["role"] if turn["role"] in _ROLES else "user", words


SOURCE = Source("chatml", "ChatML prompt", recognise, read, RECORDS | {TEXT}, signs=frozenset(_KEYS))
