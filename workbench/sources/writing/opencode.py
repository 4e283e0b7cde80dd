"""opencode: a tool part contains a call and its result, so a missing result becomes an error state of the part."""

from __future__ import annotations

from typing import Any

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.sources.reading import member
from workbench.sources.writing.changes import AddedResult, CannotBeWrittenError
from workbench.sources.writing.contract import Writer
from workbench.sources.writing.draft import Draft

_WORDS = "[Tool execution was interrupted]"
"""The error that opencode itself uses for such a call."""


def add(draft: Draft, result: AddedResult) -> None:
    part: Any = draft.get(result.call)
    draft.set((*result.call, "state"), error_state(part.get("state")))


def error_state(state: object) -> Json:
    """Return an error state. Both times are required in a finished state."""
    start = member(state, "time", "start")
    moment = start if isinstance(start, (int, float)) else 0
    kept = {"metadata": state["metadata"]} if isinstance(state, dict) and "metadata" in state else {}
    return {
        "status": "error",
        "input": member(state, "input") or {},
        "error": _WORDS,
        **kept,
        "time": {"start": moment, "end": moment},
    }


def remove(draft: Draft, at: Path) -> None:
    raise CannotBeWrittenError("opencode stores a result inside its call")


WRITER = Writer(add, remove)
