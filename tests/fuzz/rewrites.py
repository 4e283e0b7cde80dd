"""Rewrites of a whole history: what a migration, a serializer, a merge or a trimming script does to all of it at once.

Like `mutations`, each takes a document that it may change in place and another to take pieces from, and draws all
chance from the given `Random`.
"""

from __future__ import annotations

import re
from random import Random
from typing import Any

from tests.fuzz.places import (
    KEYS,
    Mutation,
    any_place,
    as_text,
    containers,
    copied,
    holds,
    longest_list,
    objects,
    places,
)
from workbench.json.text import compact

_ID_WAYS = (
    lambda text: "toolu_" + text,
    lambda text: text.removeprefix("call_"),
    lambda text: text + "_2",
    lambda text: text.upper(),
    lambda text: text[:4],
    lambda text: text * 8,
    lambda text: f" {text} ",
    lambda text: text.replace("_", "|fc_"),
    lambda text: "",
    lambda text: None,
    lambda text: 7,
)


def rename_everywhere(chance: Random, value: Any, other: Any) -> Any:
    """One key gets another name in every object: one that this or the other document has, or a usual one."""
    names = sorted({key for holder in objects(value) for key in holder})
    if names:
        old = chance.choice(names)
        foreign = sorted({key for holder in objects(other) for key in holder}) or names
        _rename(list(objects(value)), old, chance.choice((chance.choice(KEYS), chance.choice(foreign))))
    return value


def other_case(chance: Random, value: Any, other: Any) -> Any:
    """snake_case keys in camelCase or the other way round, all of them or those of one object."""
    holders = list(objects(value))
    change = chance.choice((_camel, _snake))
    for holder in holders if chance.random() < 0.5 else holders and [chance.choice(holders)]:
        for key in list(holder):
            _rename([holder], key, change(key))
    return value


def drop_everywhere(chance: Random, value: Any, other: Any) -> Any:
    names = sorted({key for holder in objects(value) for key in holder})
    if names:
        name = chance.choice(names)
        for holder in list(objects(value)):
            holder.pop(name, None)
    return value


def wrap_every_message(chance: Random, value: Any, other: Any) -> Any:
    """Rows of a database or a queue: each message in an envelope, or as JSON."""
    messages = longest_list(value)
    if messages is not None:
        key = chance.choice(KEYS)
        way = chance.randrange(4)
        for index, message in enumerate(messages):
            ways: tuple[Any, ...] = (
                {key: message},
                {"id": index, "created_at": "2026-01-01", key: message},
                compact(message),
                [message],
            )
            messages[index] = ways[way]
    return value


def rewrite_ids(chance: Random, value: Any, other: Any) -> Any:
    """An id in all of its places, or in one of them, in another way of writing."""
    found = [place for place in places(value) if _is_id(place[1]) and isinstance(place[0][place[1]], str)]
    if found:
        old = chance.choice(found)
        same = [place for place in found if place[0][place[1]] == old[0][old[1]]]
        new = chance.choice(_ID_WAYS)(old[0][old[1]])
        for holder, key in same if chance.random() < 0.5 else [old]:
            holder[key] = new
    return value


def shuffle(chance: Random, value: Any, other: Any) -> Any:
    """A list in another order: reversed, sorted by its JSON, at random, or two neighbours changed."""
    lists = [holder for holder in containers(value) if isinstance(holder, list) and len(holder) > 1]
    if lists:
        holder = chance.choice(lists)
        way = chance.randrange(4)
        if way == 0:
            holder.reverse()
        elif way == 1:
            holder.sort(key=compact)
        elif way == 2:
            chance.shuffle(holder)
        else:
            at = chance.randrange(len(holder) - 1)
            holder[at], holder[at + 1] = holder[at + 1], holder[at]
    return value


def merge_messages(chance: Random, value: Any, other: Any) -> Any:
    """Two neighbours become one: the fields of the second over those of the first, lists and texts joined."""
    messages = longest_list(value)
    if messages is not None and len(messages) > 1:
        at = chance.randrange(len(messages) - 1)
        first, second = messages[at], messages[at + 1]
        if isinstance(first, dict) and isinstance(second, dict):
            joined = {**first, **second}
            for key in sorted((first.keys() & second.keys()) - {"role", "speaker", "type"}):
                if type(first[key]) is type(second[key]) and isinstance(first[key], (list, str)):
                    joined[key] = first[key] + second[key]
            messages[at : at + 2] = [joined]
    return value


def split_message(chance: Random, value: Any, other: Any) -> Any:
    """A message with several blocks becomes several with one each."""
    messages = longest_list(value)
    for at, message in enumerate(messages or ()):
        lists = (
            [key for key, item in message.items() if isinstance(item, list) and len(item) > 1]
            if isinstance(message, dict)
            else []
        )
        if messages is not None and lists and chance.random() < 0.7:
            messages[at : at + 1] = [{**copied(message), lists[0]: [block]} for block in message[lists[0]]]
            break
    return value


def interleave(chance: Random, value: Any, other: Any) -> Any:
    """Two histories in one list: one after the other, or by turns."""
    own, foreign = longest_list(value), longest_list(other)
    if own is not None and foreign:
        added = [copied(item) for item in foreign[:6]]
        if chance.random() < 0.5:
            own.extend(added)
        else:
            own[:] = [item for pair in zip(own, added, strict=False) for item in pair] + own[len(added) :]
    return value


def as_object_of_numbers(chance: Random, value: Any, other: Any) -> Any:
    """A list becomes an object with its indexes as keys, as some languages write it; or an object its values."""
    found = [place for place in places(value) if isinstance(place[0][place[1]], (dict, list)) and place[0][place[1]]]
    if found:
        holder, step = chance.choice(found)
        item = holder[step]
        holder[step] = {str(at): one for at, one in enumerate(item)} if isinstance(item, list) else list(item.values())
    return value


def flatten(chance: Random, value: Any, other: Any) -> Any:
    """A list of blocks becomes its first, its texts joined, or what it holds one level up."""
    found = [place for place in places(value) if isinstance(place[0][place[1]], list) and place[0][place[1]]]
    if found:
        holder, step = chance.choice(found)
        items = holder[step]
        joined = "\n".join(as_text(item.get("text", item) if isinstance(item, dict) else item) for item in items)
        holder[step] = chance.choice((items[0], joined, items[-1]))
        if isinstance(holder, list) and isinstance(step, int) and chance.random() < 0.3:
            holder[step : step + 1] = items
    return value


def text_in_pieces(chance: Random, value: Any, other: Any) -> Any:
    """A text becomes a list of its lines, its words, or blocks; or is encoded once more."""
    found = [place for place in places(value) if isinstance(place[0][place[1]], str)]
    if found:
        holder, step = chance.choice(found)
        text = holder[step]
        ways: tuple[Any, ...] = (
            text.split(),
            text.split("\n"),
            [{"type": "text", "text": piece} for piece in text.split("\n")],
            compact(text),
            compact(compact(text)),
            {"type": "text", "text": text},
            {"content": text},
        )
        holder[step] = chance.choice(ways)
    return value


def copy_field(chance: Random, value: Any, other: Any) -> Any:
    """A value also under another key beside it, or in the next message."""
    if place := any_place(chance, value):
        holder, step = place
        item = copied(holder[step])
        targets = [one for one in objects(value) if not holds(item, one)] or [{}]
        into = holder if isinstance(holder, dict) and chance.random() < 0.5 else chance.choice(targets)
        into[chance.choice(KEYS)] = item
    return value


def take_settings(chance: Random, value: Any, other: Any) -> Any:
    """The settings of another request beside these messages, or these messages in the other's place."""
    if isinstance(other, dict):
        kept = copied({key: item for key, item in other.items() if item is not longest_list(other)})
        if isinstance(value, dict):
            return {**value, **kept} if chance.random() < 0.5 else {**kept, **value}
        key = next((key for key, item in other.items() if item is longest_list(other)), "messages")
        return {**kept, key: value}
    return value


def empty_out(chance: Random, value: Any, other: Any) -> Any:
    """Every text, or every list, of one key is empty or null everywhere."""
    names = sorted({key for holder in objects(value) for key in holder})
    if names:
        name = chance.choice(names)
        nothing: Any = chance.choice((None, "", [], {}, " "))
        for holder in list(objects(value)):
            if name in holder:
                holder[name] = copied(nothing)
    return value


REWRITES: tuple[Mutation, ...] = (
    rename_everywhere, other_case, drop_everywhere, wrap_every_message, rewrite_ids, shuffle, merge_messages,
    split_message, interleave, as_object_of_numbers, flatten, text_in_pieces, copy_field, take_settings, empty_out,
)  # fmt: skip


def _is_id(step: str | int) -> bool:
    return isinstance(step, str) and step.lower().endswith("id")


def _rename(holders: list[dict[str, Any]], old: str, new: str) -> None:
    for holder in holders:
        if old in holder and old != new:
            items = [(new if key == old else key, item) for key, item in holder.items()]
            holder.clear()
            holder.update(items)


def _camel(key: str) -> str:
    return re.sub(r"_(\w)", lambda match: match[1].upper(), key)


def _snake(key: str) -> str:
    return re.sub(r"(?<=[a-z])([A-Z])", lambda match: "_" + match[1].lower(), key)
