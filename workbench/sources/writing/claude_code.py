"""Claude Code: a missing result becomes a new line whose parent is the line of its call."""

from __future__ import annotations

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.sources.writing.anthropic_blocks import RESULT_ID, has_result, is_result, lost_result, text_block
from workbench.sources.writing.changes import AddedResult
from workbench.sources.writing.contract import Writer
from workbench.sources.writing.draft import Draft
from workbench.sources.writing.linked_lines import (
    delete_linked,
    insert_child,
    just_after,
    keep_under_another_name,
    move_after_results,
    new_uuid,
    same_fields,
)
from workbench.sources.writing.message_lists import put_after_results

_CONTEXT = ("sessionId", "cwd", "version", "gitBranch", "userType", "isSidechain", "entrypoint", "slug")


def add(draft: Draft, result: AddedResult) -> None:
    """Add a result line without `toolUseResult`: it is a copy for the screen, and a wrong value crashes the program."""
    index = _last_of_turn(draft, int(result.call[0]))
    line = draft.document[index]
    new: dict[str, Json] = {
        "parentUuid": line.get("uuid"),
        **same_fields(line, *_CONTEXT),
        "type": "user",
        "message": {"role": "user", "content": [lost_result(result.id)]},
        "uuid": new_uuid(f"{line.get('uuid')} {result.id}"),
        "timestamp": just_after(line.get("timestamp")),
    }
    if "uuid" not in line:  # a copy without links stays one
        draft.insert_line(index, {key: new[key] for key in ("type", "message", "timestamp")})
        return
    if not draft.once("links", lambda: _has_links(draft)):  # a link in one line would make it a branch of its own
        draft.insert_line(index, {**new, "parentUuid": None})
        return
    insert_child(draft, index, index, new, "uuid", "parentUuid")


def _has_links(draft: Draft) -> bool:
    return any(isinstance(line, dict) and line.get("parentUuid") for line in draft.document)


def _last_of_turn(draft: Draft, index: int) -> int:
    """Return the last line of the same answer. The blocks of an answer are consecutive lines."""
    last: list[int] = draft.once("last lines", lambda: _last_lines(draft))
    return last[index]


def _last_lines(draft: Draft) -> list[int]:
    """Return the last line of its answer for each line."""
    names = [(line.get("message") if isinstance(line, dict) else None) for line in draft.document]
    ids = [name.get("id") if isinstance(name, dict) else None for name in names]
    last = list(range(len(ids)))
    for index in range(len(ids) - 2, -1, -1):
        if ids[index] and ids[index] == ids[index + 1]:
            last[index] = last[index + 1]
    return last


def remove(draft: Draft, at: Path) -> None:
    """Remove the block, or the whole line if it is the only block."""
    index = int(at[0])
    if len(draft.get(at[:-1])) > 1:
        draft.remove(at)
    else:
        delete_linked(draft, index, "uuid", "parentUuid")


def say(draft: Draft, at: Path, text: str) -> None:
    """Replace a result by a text. If no result is left, the link to its call is removed, and what the program kept of
    the result for the screen gets a name that the program does not read: it may be more than what was sent."""
    index = int(at[0])
    put_after_results(draft, at, text_block(text), is_result)
    if has_result(draft.document[index]):
        return
    if "sourceToolAssistantUUID" in draft.document[index]:
        draft.remove((index, "sourceToolAssistantUUID"))
    keep_under_another_name(draft, index, "toolUseResult")
    move_after_results(draft, index, has_result, "uuid", "parentUuid")


WRITER = Writer(add, remove, say, RESULT_ID, removes_records=True)
