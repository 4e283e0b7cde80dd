"""Results that are parts of the message after the call: a lost one goes first in it, or gets its own message."""

from __future__ import annotations

from collections.abc import Callable

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.rules.editing.context import NO_RESULT
from workbench.sources.reading import as_text, has, member
from workbench.sources.writing.changes import AddedResult
from workbench.sources.writing.contract import Writer
from workbench.sources.writing.draft import Draft

Part = dict[str, Json]


def next_message_writer(
    key: str,
    is_reply: Callable[[Json], bool],
    is_result: Callable[[Json], bool],
    make: Callable[[AddedResult, Part], Part],
    message: Callable[[Part, Part], Part],
) -> Writer:
    """`key` holds the parts of a message; `message` makes one for a part, after the message that made the call."""

    def add(draft: Draft, result: AddedResult) -> None:
        at = result.call[: _last_message(result.call) + 1]
        asking = draft.get(at)
        part = make(result, asking)
        following = (*at[:-1], int(at[-1]) + 1)
        held = draft.get(at[:-1])
        if int(following[-1]) < len(held) and is_reply(held[int(following[-1])]):
            _into(draft, following, part)
        else:
            draft.insert(at[:-1], int(following[-1]), message(part, asking))
            draft.memo["after results", following] = 0

    def _into(draft: Draft, at: Path, part: Part) -> None:
        parts = draft.get((*at, key))
        if isinstance(parts, str):
            draft.set((*at, key), [part, {"type": "text", "text": parts}])
            draft.memo["after results", at] = 0
            return
        draft.insert((*at, key), draft.once(("after results", at), lambda: _after_results(parts)), part)

    def _after_results(parts: list[Json]) -> int:
        """Behind the results that are there; what is added later belongs in front of what was added before."""
        return next((n for n, held in enumerate(parts) if not is_result(held)), len(parts))

    def remove(draft: Draft, at: Path) -> None:
        if len(draft.get(at[:-1])) > 1:
            draft.remove(at)
        else:
            draft.remove(at[: _last_message(at) + 1])

    return Writer(add, remove)


def _last_message(path: Path) -> int:
    return next(number for number, step in enumerate(path) if isinstance(step, int))


def _anthropic_result(result: AddedResult, asking: Part) -> Part:
    return {"type": "tool_result", "tool_use_id": result.id, "content": NO_RESULT, "is_error": True}


def _cline_message(part: Part, asking: Part) -> Part:
    """The time stays unique and rising, because the program rewinds by it."""
    time = asking.get("ts")
    return {"role": "user", "content": [part], **({"ts": time + 1} if isinstance(time, int) else {})}


def _pydantic_result(result: AddedResult, asking: Part) -> Part:
    """As pydantic-ai writes it when it answers a call that was interrupted."""
    return {
        "tool_name": result.name,
        "content": "The tool call was interrupted before a result was produced.",
        "tool_call_id": result.id,
        "metadata": {"pydantic_ai_synthesized_tool_return": True},
        **({"timestamp": asking["timestamp"]} if asking.get("timestamp") else {}),
        "outcome": "interrupted",
        "part_kind": "tool-return",
    }


def _pydantic_message(part: Part, asking: Part) -> Part:
    return {"parts": [part], "kind": "request"}


CLINE = next_message_writer(
    "content",
    lambda value: member(value, "role") == "user",
    lambda value: has(value, "tool_use_id"),
    _anthropic_result,
    _cline_message,
)
PYDANTIC_AI = next_message_writer(
    "parts",
    lambda value: member(value, "kind") == "request",
    lambda value: as_text(member(value, "part_kind")) in {"tool-return", "retry-prompt"},
    _pydantic_result,
    _pydantic_message,
)
