"""New ids, and an id rewritten on its calls and results at once, so that they stay together and no two become one."""

from __future__ import annotations

import hashlib
import re
import string
from collections.abc import Iterator
from itertools import count

from workbench.checks.findings import Fix
from workbench.checks.similar_ids import bare_key
from workbench.formats.contract import Event
from workbench.json.leaves import is_sentence_as_id
from workbench.json.patch import Operation, replace
from workbench.rules.editing.context import RepairContext

_LETTERS = string.digits + string.ascii_letters
_Owner = tuple[int, tuple[str | int, ...]]


def rewritten_everywhere(context: RepairContext, old: str, new: str, why: str) -> Fix | None:
    """The fix that gives every call and result of an id the new one: the same for all findings about the id.

    None where a sentence is in place of the id: rewritten, it would no longer be known as something that was said.
    """
    if is_sentence_as_id(old):
        return None
    title = f"Rewrite the id to {new} everywhere"
    return context.once((title, old, why), lambda: Fix(title, _rewritten(context, old, new), True, why, 0.95))


def _rewritten(context: RepairContext, old: str, new: str) -> tuple[Operation, ...]:
    chat = context.chat
    events = (*chat.calls_by_id.get(old, ()), *chat.results_by_id.get(old, ()))
    places = dict.fromkeys(context.at(event, "id") for event in events if "id" in event.places)
    return tuple(replace(place, new) for place in places)


def own_id(context: RepairContext, call: Event) -> str | None:
    """The new id of a call that has the same id as one before it, or one that is the same but for its prefix.

    All of them are numbered at once, so that every caller gets the same number.
    """
    return context.once("own ids", lambda: _numbered(context)).get((call.message, call.path))


def _numbered(context: RepairContext) -> dict[_Owner, str]:
    seen: set[str] = set()
    keys: set[str] = set()
    new: dict[_Owner, str] = {}
    free: dict[str, Iterator[str]] = {}
    for call in context.chat.calls:
        if not isinstance(call.id, str) or not call.id:
            continue
        key = bare_key(call.id)
        if key in keys:
            if key not in free:
                free[key] = _free_numbers(context, key)
            new[(call.message, call.path)] = f"{call.id}_{next(free[key])}"
        seen.add(call.id)
        keys.add(key)
    return new


def _free_numbers(context: RepairContext, key: str) -> Iterator[str]:
    """Numbers that, appended to an id of this key, make none that there is, whatever prefix it is given."""
    taken = context.once("bare ids", lambda: {bare_key(tool_id) for tool_id in context.ids})
    return (str(number) for number in count(2) if f"{key}_{number}" not in taken)


def new_ids(context: RepairContext, old: str) -> Iterator[str]:
    """Ids that the history does not have, made of one that it has."""
    return (f"{old}_{number}" for number in _free_numbers(context, bare_key(old)))


def id_of_length(length: int, old: str, taken: set[str]) -> str:
    """As many letters and digits, made from the id: its own last ones if they are free, else a hash."""
    own = re.sub(r"[^a-zA-Z0-9]", "", old)[-length:]
    attempt = 0
    while len(own) != length or own in taken:
        number = int.from_bytes(hashlib.sha256(f"{attempt}:{old}".encode(errors="surrogatepass")).digest())
        own = "".join(_LETTERS[number // len(_LETTERS) ** place % len(_LETTERS)] for place in range(length))
        attempt += 1
    return own
