"""Files in which a result is a separate line after its call: Factory's messages, Kimi Code's events."""

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
)
from workbench.sources.writing.message_lists import put_after_results


def _add_message(draft: Draft, result: AddedResult) -> None:
    index = int(result.call[0])
    line = draft.document[index]
    new: dict[str, Json] = {
        "type": "message",
        "id": new_uuid(f"{line.get('id')} {result.id}"),
        "timestamp": just_after(line.get("timestamp")),
        "message": {"role": "user", "content": [lost_result(result.id)]},
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
    put_after_results(draft, at, text_block(text), is_result)
    if not has_result(draft.document[int(at[0])]):
        move_after_results(draft, int(at[0]), has_result, "id", "parentId")


def _add_event(draft: Draft, result: AddedResult) -> None:
    """Add the event that the program itself writes for an interrupted call."""
    index = int(result.call[0])
    line, call = draft.document[index], draft.get(result.call)
    event: dict[str, Json] = {"type": "tool.result", "toolCallId": call.get("toolCallId"), "result": _INTERRUPTED}
    if "uuid" in call:
        event["parentUuid"] = call["uuid"]
    draft.insert_line(index, {"type": line.get("type"), "event": event, "time": line.get("time")})


def _say_as_message(draft: Draft, at: Path, text: str) -> None:
    """The program keeps a message back until the results before it are there, so it needs no other place."""
    line = draft.document[int(at[0])]
    message = {"role": "user", "content": [text_block(text)], "origin": {"kind": "user"}}
    time = {"time": line["time"]} if "time" in line else {}
    draft.set(at[:1], {"type": "context.append_message", "message": message, **time})


def _remove_line(draft: Draft, at: Path) -> None:
    draft.delete_line(int(at[0]))


_INTERRUPTED: Json = {
    "output": "Tool execution was interrupted before its result was recorded. "
    "Do not assume the tool completed successfully.",
    "isError": True,
}
FACTORY = Writer(_add_message, _remove_message, _say_in_message, RESULT_ID, removes_records=True)
KIMI_CODE = Writer(_add_event, _remove_line, _say_as_message, ("toolCallId",), reorders=True)
