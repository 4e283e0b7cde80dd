"""Lines that name their parent by an id: a new one comes between, and one that goes hands on its parent."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from hashlib import sha256

from workbench.json.text import Json, compact
from workbench.sources.reading import as_text
from workbench.sources.writing.draft import Draft

Line = dict[str, Json]


def insert_child(draft: Draft, after: int, parent: int, line: Line, id_key: str, parent_key: str) -> None:
    """A line below `parent`, written after a line; what hung below the parent hangs below the new one.

    The last line stays last in its branch, because the program takes that for the leaf.
    """
    parent_id = draft.document[parent].get(id_key)
    tails: dict[str, Json] = draft.once("tails", dict)  # a line's id → the id of the line that was inserted below it
    parent_id = tails.get(compact(parent_id), parent_id)
    line[parent_key] = parent_id
    tails[compact(draft.document[parent].get(id_key))] = line[id_key]
    _hand_on(draft, parent_id, line[id_key], parent_key)
    draft.insert_line(after, line)


def delete_linked(draft: Draft, index: int, id_key: str, parent_key: str) -> None:
    line = draft.document[index]
    _hand_on(draft, line.get(id_key), line.get(parent_key), parent_key)
    draft.delete_line(index)


def move_after_results(
    draft: Draft, index: int, has_result: Callable[[Json], bool], id_key: str, parent_key: str
) -> None:
    """A line goes after the lines of results that follow it: they belong directly to their calls."""
    after = index
    for number in range(index + 1, len(draft.document)):
        line = draft.document[number]
        if has_result(line):
            after = number
        elif isinstance(line, dict) and "message" in line:
            break
    if after == index:
        return
    line, last = draft.document[index], draft.document[after]
    if line.get(id_key) and last.get(id_key):
        _hand_on(draft, line[id_key], line.get(parent_key), parent_key)
        _hand_on(draft, last[id_key], line[id_key], parent_key)
        draft.set((index, parent_key), last[id_key])
    draft.move((index,), after, draft.document[index])


def _hand_on(draft: Draft, old: object, new: object, parent_key: str) -> None:
    """What hangs below one line hangs below another."""
    below: dict[str, list[int]] = draft.once(("below", parent_key), lambda: _children(draft, parent_key))
    children = below.pop(compact(old), []) if old else []
    for index in children:
        if not draft.is_deleted(index):
            draft.set((index, parent_key), new)
    below.setdefault(compact(new), []).extend(children)


def _children(draft: Draft, parent_key: str) -> dict[str, list[int]]:
    """The numbers of the lines that name each parent."""
    below: dict[str, list[int]] = {}
    for index, line in enumerate(draft.document):
        if isinstance(line, dict) and line.get(parent_key):
            below.setdefault(compact(line[parent_key]), []).append(index)
    return below


def same_fields(line: Mapping[str, Json], *keys: str) -> Line:
    return {key: line[key] for key in keys if key in line}


def new_uuid(like: str) -> str:
    """A new id that is the same every time for the same place: applying a repair twice gives the same file."""
    return str(uuid.UUID(bytes=sha256(like.encode(errors="replace")).digest()[:16], version=4))


def just_after(time: object) -> Json:
    """A millisecond later than an ISO time; what is none is taken as it is."""
    text = as_text(time)
    try:
        moment = datetime.fromisoformat(text.replace("Z", "+00:00"))
    except ValueError:
        return time
    later = (moment + timedelta(milliseconds=1)).astimezone(UTC)
    return later.isoformat(timespec="milliseconds").replace("+00:00", "Z")
