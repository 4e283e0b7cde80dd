"""Codex: an output is a line after its call, or an item in the replacement history of a compaction."""

from __future__ import annotations

from typing import Any

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.sources.writing.changes import AddedResult, CannotBeWrittenError
from workbench.sources.writing.contract import Writer
from workbench.sources.writing.draft import Draft
from workbench.sources.writing.linked_lines import just_after

_ABORTED = "aborted"
"""The output that Codex itself uses for such a call."""
_OUTPUTS = {
    "function_call": "function_call_output",
    "local_shell_call": "function_call_output",
    "custom_tool_call": "custom_tool_call_output",
}


def add(draft: Draft, result: AddedResult) -> None:
    call: Any = draft.get(result.call)
    kind = _OUTPUTS.get(call.get("type"))
    if kind is None:
        raise CannotBeWrittenError(f"a Codex session has no output for a {call.get('type')!r} item")
    output: Json = {"type": kind, "call_id": result.id, "output": _ABORTED}
    index = int(result.call[0])
    if "replacement_history" in result.call:
        draft.insert(result.call[:-1], int(result.call[-1]) + 1, output)
    elif result.call[1:] == ("payload",):
        time = just_after(draft.document[index].get("timestamp"))
        draft.insert_line(index, {"timestamp": time, "type": "response_item", "payload": output})
    else:
        draft.insert_line(index, output)


def remove(draft: Draft, at: Path) -> None:
    if "replacement_history" in at:
        draft.remove(at)
    else:
        draft.delete_line(int(at[0]))


def say(draft: Draft, at: Path, text: str) -> None:
    draft.set(at, {"type": "message", "role": "user", "content": [{"type": "input_text", "text": text}]})


WRITER = Writer(add, remove, say)
