"""Gemini CLI: a result is stored in its call. In a file of lines, the message is appended again with the result."""

from __future__ import annotations

import copy

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.sources.writing.changes import AddedResult, CannotBeWrittenError
from workbench.sources.writing.contract import Writer
from workbench.sources.writing.draft import Draft
from workbench.sources.writing.linked_lines import just_after

_WORDS = "The tool execution result was lost due to context management truncation."
"""The error that Gemini CLI itself uses for such a call."""


def add(draft: Draft, result: AddedResult) -> None:
    if "toolCalls" not in result.call:
        raise CannotBeWrittenError(
            "the call is in the content of its message, which Gemini CLI always rewrites as a whole"
        )
    call = draft.get(result.call)
    named = {"id": call["id"]} if call.get("id") else {}
    answer: Json = [{"functionResponse": {**named, "name": call.get("name"), "response": {"error": _WORDS}}}]
    if not draft.is_lines:
        draft.set((*result.call, "result"), answer)
        return
    index = int(result.call[0])
    message = copy.deepcopy(draft.document[index])
    holder = message
    for step in result.call[1:]:
        holder = holder[step]
    holder["result"] = answer
    draft.document[index] = message  # a second missing result of the same message is added to this copy
    draft.append_line(message)
    draft.append_line({"$set": {"lastUpdated": just_after(message.get("timestamp"))}})


def remove(draft: Draft, at: Path) -> None:
    draft.set(at, None) if at[-1] == "result" else draft.remove(at)


WRITER = Writer(add, remove)
