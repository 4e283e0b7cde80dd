"""Messages of equal shape, found without judging any: what is the same for all of a shape is worked out once.

A signature is a cheap key that is equal only for messages of equal `Shape`. One is made for every message of a long
history, so it is kept flat, and what the keys of a message tell is looked up by those keys.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from workbench.formats.contract import Shape
from workbench.json.text import Json

_WORDS = ("role", "speaker", "type", "kind")
_LISTS = ("content", "parts", "blocks")
_Signature = tuple[object, ...]


class _Keys(NamedTuple):
    """The keys of a message: a number that identifies the set, and which of them to look into."""

    number: int
    words: list[str]
    lists: list[str]


def shapes_of(messages: Sequence[Json]) -> tuple[list[int], list[Json]]:
    """Of each message the number of its shape, and of each shape its first message."""
    numbers: list[int] = []
    examples: list[Json] = []
    known: dict[_Signature, int] = {}
    known_keys: dict[tuple[str, ...], _Keys] = {}
    for message in messages:
        number = known.setdefault(_signature(message, known_keys), len(examples))
        if number == len(examples):
            examples.append(message)
        numbers.append(number)
    return numbers, examples


def _signature(message: object, known_keys: dict[tuple[str, ...], _Keys]) -> _Signature:
    if type(message) is not dict:
        return (type(message),)
    names = tuple(message)
    keys = known_keys.get(names)
    if keys is None:
        words, lists = [word for word in _WORDS if word in message], [key for key in _LISTS if key in message]
        keys = known_keys[names] = _Keys(len(known_keys), words, lists)
    number, words, lists = keys
    signature: list[object] = [number]
    for word in words:
        value = message[word]
        signature.append(value if type(value) is str else type(value) if value else None)
    for key in lists:
        value = message[key]
        signature.append(type(value))
        if type(value) is list:
            for part in value:
                if type(part) is dict:
                    kind = part.get("type") or part.get("kind")
                    signature += part
                    signature += (0, kind if type(kind) is str else "")
                else:
                    signature.append(type(part))
            break
    return tuple(signature)


def shape_of(message: object) -> Shape:
    nothing: frozenset[str] = frozenset()
    if not isinstance(message, dict):
        kind = "string" if isinstance(message, str) else "other"
        return Shape(nothing, "", "", kind, "", nothing, nothing)
    lists = [key for key in _LISTS if isinstance(message.get(key), list)]
    parts_key = lists[0] if lists else ""
    parts = [part for part in message[parts_key] if isinstance(part, dict)] if lists else []
    return Shape(
        keys=frozenset(message),
        role=_word(message.get("role") or message.get("speaker")),
        type=_word(message.get("type") or message.get("kind")),
        content=_content_kind(message),
        parts_key=parts_key,
        kinds=frozenset(_word(part.get("type") or part.get("kind")) for part in parts) - {""},
        part_keys=frozenset(key for part in parts for key in part),
    )


def _word(value: object) -> str:
    return value if type(value) is str else ""


def _content_kind(message: dict[str, Json]) -> str:
    if "content" not in message:
        return "absent"
    content = message["content"]
    kinds = {type(None): "null", str: "string", list: "list", dict: "object"}
    return kinds.get(type(content), "other")
