"""Programs that store a result with its call: a missing result is filled in there."""

from __future__ import annotations

from workbench.json.pointer import Path
from workbench.rules.editing.context import NO_RESULT
from workbench.sources.writing.changes import AddedResult, CannotBeWrittenError
from workbench.sources.writing.contract import Writer
from workbench.sources.writing.draft import Draft


def _add_to_part(draft: Draft, result: AddedResult) -> None:
    """LibreChat: one part of an answer contains a call and its result."""
    draft.set((*result.call, "tool_call", "output"), NO_RESULT)


def _add_item(draft: Draft, result: AddedResult) -> None:
    """Open WebUI: the items of an answer are in `output`, a result after its call."""
    if "output" not in result.call:
        raise CannotBeWrittenError("the call is part of the text of its message")
    item = {"type": "function_call_output", "call_id": result.id, "output": [{"type": "input_text", "text": NO_RESULT}]}
    draft.insert(result.call[:-1], int(result.call[-1]) + 1, item)


def _remove_item(draft: Draft, at: Path) -> None:
    draft.remove(at)


def _refuse(draft: Draft, at: Path) -> None:
    raise CannotBeWrittenError("this program stores a result inside its call")


LIBRECHAT = Writer(_add_to_part, _refuse)
OPEN_WEBUI = Writer(_add_item, _remove_item)
