"""Claude Code: a lost result is a line of its own below the line of its call."""

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
    move_after_results,
    new_uuid,
    same_fields,
)
from workbench.sources.writing.message_lists import put_after_results

_CONTEXT = ("sessionId", "cwd", "version", "gitBranch", "userType", "isSidechain", "entrypoint", "slug")


def add(draft: Draft, result: AddedResult) -> None:
    """`toolUseResult` is left out: it is a copy for the screen, and a wrong one has crashed the program."""
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
    insert_child(draft, index, index, new, "uuid", "parentUuid")


def _last_of_turn(draft: Draft, index: int) -> int:
    """The last line of the answer that a line belongs to: its blocks are lines that follow each other."""
    last: list[int] = draft.once("last lines", lambda: _last_lines(draft))
    return last[index]


def _last_lines(draft: Draft) -> list[int]:
    """Of each line the last one of its answer."""
    names = [(line.get("message") if isinstance(line, dict) else None) for line in draft.document]
    ids = [name.get("id") if isinstance(name, dict) else None for name in names]
    last = list(range(len(ids)))
    for index in range(len(ids) - 2, -1, -1):
        if ids[index] and ids[index] == ids[index + 1]:
            last[index] = last[index + 1]
    return last


def remove(draft: Draft, at: Path) -> None:
    """The block, or the whole line if it is the only one."""
    index = int(at[0])
    if len(draft.get(at[:-1])) > 1:
        draft.remove(at)
    else:
        delete_linked(draft, index, "uuid", "parentUuid")


def say(draft: Draft, at: Path, text: str) -> None:
    """What the line keeps of its result beside the message goes with the last one."""
    index = int(at[0])
    put_after_results(draft, at, text_block(text), is_result)
    if has_result(draft.document[index]):
        return
    for key in ("toolUseResult", "sourceToolAssistantUUID"):
        if key in draft.document[index]:
            draft.remove((index, key))
    move_after_results(draft, index, has_result, "uuid", "parentUuid")


WRITER = Writer(add, remove, say, RESULT_ID)
