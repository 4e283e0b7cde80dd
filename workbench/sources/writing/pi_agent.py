"""pi: a result is an entry whose parent is the entry of its call."""

from __future__ import annotations

from datetime import datetime

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.sources.reading import as_text, has, member
from workbench.sources.writing.changes import AddedResult, CannotBeWrittenError
from workbench.sources.writing.contract import Writer
from workbench.sources.writing.draft import Draft
from workbench.sources.writing.linked_lines import (
    delete_linked,
    insert_child,
    just_after,
    move_after_results,
    new_uuid,
)

_WORDS = "No result provided"
"""The result that pi itself uses for such a call."""


def add(draft: Draft, result: AddedResult) -> None:
    """Add a result with the call id from the file, because the id sent to a provider can be shortened."""
    _demand_header(draft)
    index = int(result.call[0])
    entry, call = draft.document[index], draft.get(result.call)
    time = just_after(entry.get("timestamp"))
    message: dict[str, Json] = {
        "role": "toolResult",
        "toolCallId": call.get("id"),
        "toolName": call.get("name"),
        "content": [{"type": "text", "text": _WORDS}],
        "isError": True,
        "timestamp": _milliseconds(time),
    }
    if "id" not in entry:
        draft.insert_line(index, {"type": "message", "timestamp": time, "message": message})
        return
    new = {
        "type": "message",
        "id": new_uuid(f"{entry['id']} {call.get('id')}").replace("-", "")[:8],
        "parentId": entry["id"],
        "timestamp": time,
        "message": message,
    }
    insert_child(draft, index, index, new, "id", "parentId")


def _milliseconds(time: object) -> int:
    try:
        return int(datetime.fromisoformat(str(time).replace("Z", "+00:00")).timestamp() * 1000)
    except (ValueError, OverflowError):
        return 0


def _demand_header(draft: Draft) -> None:
    first = member(draft.document, 0)
    if member(first, "type") != "session" and has(first, "parentId"):
        raise CannotBeWrittenError("its header is missing, and pi does not load a session without it")


def remove(draft: Draft, at: Path) -> None:
    _demand_header(draft)
    delete_linked(draft, int(at[0]), "id", "parentId")


_OF_A_RESULT = ("toolCallId", "toolName", "isError")


def say(draft: Draft, at: Path, text: str) -> None:
    """Replace a result by a text. The other members of the message stay: `details` may be more than what was sent."""
    index = int(at[0])
    kept = {key: value for key, value in draft.document[index]["message"].items() if key not in _OF_A_RESULT}
    draft.set((index, "message"), {**kept, "role": "user", "content": [{"type": "text", "text": text}]})
    move_after_results(draft, index, _is_result, "id", "parentId")


def _is_result(entry: object) -> bool:
    return as_text(member(entry, "message", "role")) == "toolResult"


WRITER = Writer(add, remove, say, ("toolCallId",))
