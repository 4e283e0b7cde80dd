"""Group messages by shape, so that everything that depends only on the shape is computed once.

A signature is a cheap key that is equal only for messages of equal `Shape`. It is computed for every message of a long
history, so it is flat, and facts that depend only on the keys of a message are cached by those keys.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import NamedTuple

from workbench.formats.contract import Shape
from workbench.json.text import Json

_KINDS = ("type", "kind")
_WORDS = ("role", "speaker", *_KINDS)
_LISTS = ("content", "parts", "blocks")
Signature = tuple[object, ...]


class _Keys(NamedTuple):
    """The keys of a message: a number that identifies the set, and the keys whose values matter."""

    number: int
    words: list[str]
    """Keys for its role and its type."""
    lists: list[str]
    """Keys that may hold its parts."""
    is_usual: bool
    """Whether it has one word and at most one list."""


class Shapes(NamedTuple):
    """The shapes of a history."""

    numbers: list[int]
    """For each message, the number of its shape."""
    examples: list[Json]
    """For each shape, its first message."""
    signatures: list[Signature]
    """For each shape, its signature, which is the same in other histories."""
    counts: list[int]
    """For each shape, the number of its messages."""


_MAX_KEYS = 2_000
_known_keys: dict[tuple[str, ...], _Keys] = {}
"""A cache by the names in their order. Numbers are never reused, so signatures stay unique after it is cleared."""
_known_part_keys: dict[tuple[str, ...], tuple[int, str]] = {}
"""The same for the keys of parts: their number, and the key of the part's type, if it has one."""
_numbers = count()


def shapes_of(messages: Sequence[Json]) -> Shapes:
    shapes = numbers, examples, signatures, counts = Shapes([], [], [], [])
    known: dict[Signature, int] = {}
    for message in messages:
        signature = signature_of(message)
        number = known.get(signature)
        if number is None:
            number = known[signature] = len(examples)
            examples.append(message)
            signatures.append(signature)
            counts.append(0)
        counts[number] += 1
        numbers.append(number)
    return shapes


def signature_of(message: object) -> Signature:
    """Return the signature. Nearly all messages have one word and at most one list or text, and need no search for
    others."""
    if type(message) is not dict:
        return (type(message),)
    number, words, lists, is_usual = _known_keys.get(names := tuple(message)) or _keys(names)
    parts: object = None
    if is_usual and type(word := message[words[0]]) is str:
        if not lists:
            return number, word
        parts = message[lists[0]]
        if type(parts) is not list:
            return number, word, type(parts)
        signature: list[object] = [number, word, list]
    else:
        signature = [number]
        for word in words:
            value = message[word]
            signature.append(value if type(value) is str else type(value) if value else None)
        for key in lists:
            parts = message[key]
            signature.append(type(parts))
            if type(parts) is list:
                break
    for part in parts if type(parts) is list else ():
        if type(part) is dict:
            number, kind_key = _known_part_keys.get(names := tuple(part)) or _part_keys(names)
            signature.append(number)
            if kind_key and (kind := part[kind_key] or part.get("kind")):
                signature.append(kind if type(kind) is str else "")
        else:
            signature.append(type(part))
    return tuple(signature)


def _keys(names: tuple[str, ...]) -> _Keys:
    if len(_known_keys) >= _MAX_KEYS:
        _known_keys.clear()
    words, lists = ([key for key in known if key in names] for known in (_WORDS, _LISTS))
    is_usual = len(words) == 1 and len(lists) <= 1
    return _known_keys.setdefault(names, _Keys(next(_numbers), words, lists, is_usual))


def _part_keys(names: tuple[str, ...]) -> tuple[int, str]:
    if len(_known_part_keys) >= _MAX_KEYS:
        _known_part_keys.clear()
    kind_key = next((key for key in _KINDS if key in names), "")
    return _known_part_keys.setdefault(names, (next(_numbers), kind_key))


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
        kinds=frozenset([_word(part.get("type") or part.get("kind")) for part in parts]) - {""},
        part_keys=frozenset().union(*parts),
    )


def _word(value: object) -> str:
    return value if type(value) is str else ""


def _content_kind(message: dict[str, Json]) -> str:
    if "content" not in message:
        return "absent"
    content = message["content"]
    kinds = {type(None): "null", str: "string", list: "list", dict: "object"}
    return kinds.get(type(content), "other")
