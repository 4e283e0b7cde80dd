"""Structural mutations: what careless code, a bad merge or a half-finished migration does to a history.

Each takes a document that it may change in place, and returns the changed one. All chance comes from the given
`Random`, so that an input can be made again from its number.
"""

from __future__ import annotations

from random import Random
from typing import Any

from tests.fuzz.places import KEYS, Mutation, any_place, as_text, containers, copied, holds, longest_list, places
from tests.fuzz.rewrites import REWRITES
from tests.random_documents import document as random_value
from workbench.json.text import compact

_DEEP = 120
_DEEPEST = 235
"""A history around it stays just below the limit on nesting."""
_TOO_DEEP = 1_200
_MANY = 40
_ROLES = ("user", "assistant", "system", "tool", "model", "agent", "human", "ai", "developer", "function", "", "User")
_TEXTS = (
    "",
    " ",
    "\n",
    "\u202eright to left",
    "e\u0301",
    "\ud83d",
    "\x00\x1b[31m",
    "🧗" * 3,
    "<b>bold</b>",
    "a" * 3000,
)
_NUMBERS = (0, -1, 2**63, 2**64, 10**40, 1.10, -0.0, 1e308, 1e-320, 0.1 + 0.2)


def mutated(chance: Random, value: Any, other: Any) -> Any:
    """One to four mutations, one after the other; most inputs get one, so that a failure has one cause."""
    value = copied(value)
    for _ in range(chance.choice((1, 1, 1, 2, 2, 3, 4))):
        value = chance.choice(MUTATIONS)(chance, value, other)
    return value


def excerpt(chance: Random, value: Any, most: int = 6) -> Any:
    """A run of the messages of a long history: what goes wrong does so among few, and few are fast."""
    messages = longest_list(value)
    if messages is not None and len(messages) > most:
        start = chance.randrange(len(messages) - most + 1)
        messages[:] = messages[start : start + chance.randint(2, most)]
    return value


def delete(chance: Random, value: Any, other: Any) -> Any:
    if place := any_place(chance, value):
        del place[0][place[1]]
    return value


def duplicate(chance: Random, value: Any, other: Any) -> Any:
    if place := any_place(chance, value, lists_only=True):
        holder, index = place
        holder.insert(chance.randint(0, len(holder)), copied(holder[index]))
    return value


def move(chance: Random, value: Any, other: Any) -> Any:
    """A message or block to another list, or to another position in its own."""
    if place := any_place(chance, value, lists_only=True):
        item = place[0].pop(place[1])
        holders = [holder for holder in containers(value) if isinstance(holder, list)] or [place[0]]
        holder = chance.choice(holders)
        holder.insert(chance.randint(0, len(holder)), item)
    return value


def swap(chance: Random, value: Any, other: Any) -> Any:
    """Two values anywhere change places."""
    one, two = any_place(chance, value), any_place(chance, value)
    if one and two:
        first, second = one[0][one[1]], two[0][two[1]]
        if not (holds(first, two[0]) or holds(second, one[0])):
            one[0][one[1]], two[0][two[1]] = second, first
    return value


def rename_key(chance: Random, value: Any, other: Any) -> Any:
    """The order of the keys stays; another key of the same name is overwritten, as a careless script does."""
    if objects := [holder for holder in containers(value) if isinstance(holder, dict) and holder]:
        holder = chance.choice(objects)
        old, new = chance.choice(list(holder)), chance.choice(KEYS)
        items = [(new if key == old else key, item) for key, item in holder.items()]
        holder.clear()
        holder.update(items)
    return value


def retype(chance: Random, value: Any, other: Any) -> Any:
    if place := any_place(chance, value):
        holder, step = place
        old = holder[step]
        ways: tuple[Any, ...] = (None, True, 7, "", [], {}, [old], {"value": old}, as_text(old), {"text": old})
        holder[step] = chance.choice(ways)
    return value


def stringify(chance: Random, value: Any, other: Any) -> Any:
    """An object or a list becomes its JSON, or what Python prints."""
    if found := [place for place in places(value) if isinstance(place[0][place[1]], (dict, list))]:
        holder, step = chance.choice(found)
        holder[step] = chance.choice((compact, _printed))(holder[step])
    return value


def wrap(chance: Random, value: Any, other: Any) -> Any:
    """A row of a database, a list of one, an envelope."""
    if (place := any_place(chance, value)) is None:
        return value
    holder, step = place
    key = chance.choice(KEYS)
    holder[step] = chance.choice(([holder[step]], {key: holder[step]}, {"id": 1, key: holder[step], "ts": "12:00"}))
    return value


def wrap_whole(chance: Random, value: Any, other: Any) -> Any:
    twice = [value, copied(value)]  # were it the same object, a later mutation could put it into itself
    return chance.choice(([value], {"messages": value}, {"data": {"history": value}}, twice, compact(value)))


def mix(chance: Random, value: Any, other: Any) -> Any:
    """Messages of another history, mostly of another format, among the own."""
    own, foreign = longest_list(value), longest_list(other)
    if own is not None and foreign:
        for _ in range(chance.randint(1, 3)):
            own.insert(chance.randint(0, len(own)), copied(chance.choice(foreign)))
    return value


def graft(chance: Random, value: Any, other: Any) -> Any:
    """Any value of another history in the place of one here."""
    here, there = any_place(chance, value), any_place(chance, other)
    if here and there:
        here[0][here[1]] = copied(there[0][there[1]])
    return value


def truncate(chance: Random, value: Any, other: Any) -> Any:
    """A list or a text that ends too early."""
    found = [place for place in places(value) if isinstance(place[0][place[1]], (list, str)) and place[0][place[1]]]
    if found:
        holder, step = chance.choice(found)
        holder[step] = holder[step][: chance.randrange(len(holder[step]))]
    return value


def nest(chance: Random, value: Any, other: Any) -> Any:
    """A value many levels down."""
    if place := any_place(chance, value):
        holder, step = place
        key = chance.choice(KEYS)
        for _ in range(chance.choice((2, 5, _DEEP, _DEEPEST, _TOO_DEEP))):
            holder[step] = {key: holder[step]} if chance.random() < 0.5 else [holder[step]]
    return value


def nest_in_itself(chance: Random, value: Any, other: Any) -> Any:
    """A copy of the whole, or of a value, inside itself: as a field, an item, or in the place of something in it."""
    place = any_place(chance, value)
    whole = value if place is None or chance.random() < 0.5 else place[0][place[1]]
    copy, inner = copied(whole), any_place(chance, whole) if isinstance(whole, (dict, list)) else None
    if isinstance(whole, dict) and chance.random() < 0.4:
        whole[chance.choice(KEYS)] = copy
    elif isinstance(whole, list) and chance.random() < 0.4:
        whole.insert(chance.randint(0, len(whole)), copy)
    elif inner is not None:
        inner[0][inner[1]] = copy
    return value


def repeat(chance: Random, value: Any, other: Any) -> Any:
    """One message or block many times."""
    if place := any_place(chance, value, lists_only=True):
        holder, index = place
        copies = [copied(holder[index]) for _ in range(chance.choice((3, 10, _MANY)))]
        holder[index:index] = copies
    return value


def odd_text(chance: Random, value: Any, other: Any) -> Any:
    if found := [place for place in places(value) if isinstance(place[0][place[1]], str)]:
        holder, step = chance.choice(found)
        odd = chance.choice(_TEXTS)
        holder[step] = chance.choice((odd, holder[step] + odd))
    return value


def huge_number(chance: Random, value: Any, other: Any) -> Any:
    if place := any_place(chance, value):
        place[0][place[1]] = chance.choice(_NUMBERS)
    return value


def swap_role(chance: Random, value: Any, other: Any) -> Any:
    holders = [holder for holder in containers(value) if isinstance(holder, dict) and {"role", "speaker"} & set(holder)]
    if holders:
        holder = chance.choice(holders)
        holder["role" if "role" in holder else "speaker"] = chance.choice(_ROLES)
    return value


def same_id(chance: Random, value: Any, other: Any) -> Any:
    """An id of one thing for another."""
    found = [place for place in places(value) if isinstance(place[1], str) and place[1].lower().endswith("id")]
    if len(found) > 1:
        (source, from_key), (target, to_key) = chance.sample(found, 2)
        target[to_key] = copied(source[from_key])
    return value


def anything(chance: Random, value: Any, other: Any) -> Any:
    """A random value, or a random field beside the others."""
    if place := any_place(chance, value):
        holder, step = place
        if isinstance(holder, dict) and chance.random() < 0.5:
            holder[chance.choice(KEYS)] = random_value(chance, 3)
        else:
            holder[step] = random_value(chance, 3)
    return value


MUTATIONS: tuple[Mutation, ...] = (
    delete, duplicate, move, swap, rename_key, retype, stringify, wrap, wrap_whole, mix, graft, truncate, nest,
    nest_in_itself, repeat, odd_text, huge_number, swap_role, same_id, anything, *REWRITES,
)  # fmt: skip


def mutated_text(chance: Random, text: str) -> str:
    """A text that is no document yet: cut, doubled, or with a character too many or too few."""
    start, end = sorted((chance.randint(0, len(text)), chance.randint(0, len(text))))
    ways: tuple[str, ...] = (
        text[:end],
        text[:start] + text[end:],
        text[:end] + text[start:],
        text[:start] + chance.choice("{}[]\"'\\,:()`\n\x00\ufeff") + text[start:],
        text[:start] + text[start + 1 :],
        text.replace("\n", "\r\n") + text[:end],
    )
    return chance.choice(ways)


def _printed(value: Any) -> str:
    try:
        return repr(value)
    except RecursionError:  # Python prints no deeper
        return compact(value)
