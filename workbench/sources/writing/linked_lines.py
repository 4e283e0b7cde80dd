"""Lines with parent ids: a new line is inserted between parent and children; children of a deleted line move up."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from hashlib import sha256

from workbench.json.text import Json, JsonObject, compact
from workbench.sources.reading import as_text
from workbench.sources.writing.draft import Draft

Line = JsonObject


def insert_child(draft: Draft, after: int, parent: int, line: Line, id_key: str, parent_key: str) -> None:
    """Insert a child of `parent` after the line `after`. Existing children of the parent become its children.

    The last line of a branch stays last, because the program uses it as the leaf.
    """
    parent_id = draft.document[parent].get(id_key)
    tails: dict[str, Json] = draft.once("tails", dict)  # a line's id → the id of the line that was inserted below it
    parent_id = tails.get(compact(parent_id), parent_id)
    line[parent_key] = parent_id
    tails[compact(draft.document[parent].get(id_key))] = line[id_key]
    _move_children(draft, parent_id, line[id_key], parent_key)
    draft.insert_line(after, line)


def delete_linked(draft: Draft, index: int, id_key: str, parent_key: str) -> None:
    line = draft.document[index]
    _move_children(draft, line.get(id_key), line.get(parent_key), parent_key)
    draft.delete_line(index)


def keep_under_another_name(draft: Draft, index: int, key: str) -> None:
    """Rename a member of a line that its program would read as part of a result, so that none of its words is lost."""
    line = draft.document[index]
    if key in line:
        draft.set((index, f"{key}WithoutCall"), line[key])
        draft.remove((index, key))


def move_after_results(
    draft: Draft, index: int, has_result: Callable[[Json], bool], id_key: str, parent_key: str
) -> None:
    """Move a line after the results that follow it, because they must directly follow their calls."""
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
        _move_children(draft, line[id_key], line.get(parent_key), parent_key)
        _move_children(draft, last[id_key], line[id_key], parent_key)
        draft.set((index, parent_key), last[id_key])
    draft.move((index,), after, draft.document[index])


def _move_children(draft: Draft, old: object, new: object, parent_key: str) -> None:
    """Give the children of one line a new parent."""
    below: dict[str, list[int]] = draft.once(("below", parent_key), lambda: _children(draft, parent_key))
    children = below.pop(compact(old), []) if old else []
    for index in children:
        if not draft.is_deleted(index):
            draft.set((index, parent_key), new)
    below.setdefault(compact(new), []).extend(children)


def _children(draft: Draft, parent_key: str) -> dict[str, list[int]]:
    """Return parent id → indexes of its children."""
    below: dict[str, list[int]] = {}
    for index, line in enumerate(draft.document):
        if isinstance(line, dict) and line.get(parent_key):
            below.setdefault(compact(line[parent_key]), []).append(index)
    return below


def same_fields(line: Mapping[str, Json], *keys: str) -> Line:
    return {key: line[key] for key in keys if key in line}


def new_uuid(seed: str) -> str:
    """Return an id that is always the same for a seed, so that applying a repair twice gives the same file."""
    return str(uuid.UUID(bytes=sha256(seed.encode(errors="replace")).digest()[:16], version=4))


def just_after(time: object) -> Json:
    """Return an ISO time plus one millisecond. Any other value is returned unchanged."""
    text = as_text(time)
    try:
        moment = datetime.fromisoformat(text.replace("Z", "+00:00"))
        later = (moment + timedelta(milliseconds=1)).astimezone(UTC)
    except (ValueError, OverflowError):
        return time
    return later.isoformat(timespec="milliseconds").replace("+00:00", "Z")
