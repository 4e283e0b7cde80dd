"""Files in which a result is a separate line after its call: Factory's messages, Kimi Code's events."""

from __future__ import annotations

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.rules.editing.context import NO_RESULT
from workbench.sources.writing.changes import AddedResult
from workbench.sources.writing.contract import Writer
from workbench.sources.writing.draft import Draft
from workbench.sources.writing.linked_lines import delete_linked, insert_child, just_after, new_uuid


def _add_message(draft: Draft, result: AddedResult) -> None:
    index = int(result.call[0])
    line = draft.document[index]
    block = {"type": "tool_result", "tool_use_id": result.id, "content": NO_RESULT, "is_error": True}
    new: dict[str, Json] = {
        "type": "message",
        "id": new_uuid(f"{line.get('id')} {result.id}"),
        "timestamp": just_after(line.get("timestamp")),
        "message": {"role": "user", "content": [block]},
    }
    if "parentId" in line:
        insert_child(draft, index, index, new, "id", "parentId")
    else:
        draft.insert_line(index, new)


def _remove_message(draft: Draft, at: Path) -> None:
    if len(draft.get(at[:-1])) > 1:
        draft.remove(at)
    else:
        delete_linked(draft, int(at[0]), "id", "parentId")


def _say_in_message(draft: Draft, at: Path, text: str) -> None:
    draft.set(at, {"type": "text", "text": text})


def _add_event(draft: Draft, result: AddedResult) -> None:
    """Add the event that the program itself writes for an interrupted call."""
    index = int(result.call[0])
    line, call = draft.document[index], draft.get(result.call)
    event: dict[str, Json] = {"type": "tool.result", "toolCallId": call.get("toolCallId"), "result": _INTERRUPTED}
    if "uuid" in call:
        event["parentUuid"] = call["uuid"]
    draft.insert_line(index, {"type": line.get("type"), "event": event, "time": line.get("time")})


def _remove_line(draft: Draft, at: Path) -> None:
    draft.delete_line(int(at[0]))


_INTERRUPTED: Json = {
    "output": "Tool execution was interrupted before its result was recorded. "
    "Do not assume the tool completed successfully.",
    "isError": True,
}
FACTORY = Writer(_add_message, _remove_message, _say_in_message)
KIMI_CODE = Writer(_add_event, _remove_line)
