"""Qwen Code: a result is a `tool_result` line whose parent is the line of its call."""

from __future__ import annotations

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.rules.editing.context import NO_RESULT
from workbench.sources.reading import has
from workbench.sources.writing.changes import AddedResult
from workbench.sources.writing.contract import Writer
from workbench.sources.writing.draft import Draft
from workbench.sources.writing.linked_lines import (
    delete_linked,
    insert_child,
    just_after,
    keep_under_another_name,
    new_uuid,
    same_fields,
)


def add(draft: Draft, result: AddedResult) -> None:
    index = int(result.call[0])
    line, call = draft.document[index], draft.get(result.call)
    called = call.get("functionCall", call)
    named = {"id": called["id"]} if called.get("id") else {}
    answer = {"functionResponse": {**named, "name": called.get("name"), "response": {"error": NO_RESULT}}}
    new: dict[str, Json] = {
        "uuid": new_uuid(f"{line.get('uuid')} {result.id}"),
        "parentUuid": line.get("uuid"),
        **same_fields(line, "sessionId", "cwd", "version", "gitBranch"),
        "timestamp": just_after(line.get("timestamp")),
        "type": "tool_result",
        "message": {"role": "user", "parts": [answer]},
    }
    insert_child(draft, index, index, new, "uuid", "parentUuid")


def remove(draft: Draft, at: Path) -> None:
    if len(draft.get(at[:-1])) > 1:
        draft.remove(at)
    else:
        delete_linked(draft, int(at[0]), "uuid", "parentUuid")


def say(draft: Draft, at: Path, text: str) -> None:
    """Replace a result by a text. If no result is left, the line becomes a user line."""
    draft.set(at, {"text": text})
    if not any(has(part, "functionResponse") for part in draft.get(at[:-1])):
        draft.set((at[0], "type"), "user")
        keep_under_another_name(draft, int(at[0]), "toolCallResult")


WRITER = Writer(add, remove, say, ("functionResponse", "id"))
