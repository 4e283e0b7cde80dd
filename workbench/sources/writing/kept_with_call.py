"""Programs that keep a result beside its call: a lost one is filled in there."""

from __future__ import annotations

from workbench.json.pointer import Path
from workbench.rules.editing.context import NO_RESULT
from workbench.sources.writing.changes import AddedResult, CannotBeWrittenError
from workbench.sources.writing.contract import Writer
from workbench.sources.writing.draft import Draft


def _add_to_part(draft: Draft, result: AddedResult) -> None:
    """LibreChat: a part of an answer is call and result in one."""
    draft.set((*result.call, "tool_call", "output"), NO_RESULT)


def _add_item(draft: Draft, result: AddedResult) -> None:
    """Open WebUI: the items of an answer are in its `output`, a result after its call."""
    if "output" not in result.call:
        raise CannotBeWrittenError("the call is written into the text of its message")
    item = {"type": "function_call_output", "call_id": result.id, "output": [{"type": "input_text", "text": NO_RESULT}]}
    draft.insert(result.call[:-1], int(result.call[-1]) + 1, item)


def _remove_item(draft: Draft, at: Path) -> None:
    draft.remove(at)


def _refuse(draft: Draft, at: Path) -> None:
    raise CannotBeWrittenError("a result is a part of its call here")


LIBRECHAT = Writer(_add_to_part, _refuse)
OPEN_WEBUI = Writer(_add_item, _remove_item, result_id=("call_id",))
