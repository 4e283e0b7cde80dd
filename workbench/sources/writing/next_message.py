"""Results that are parts of the message after the call: a missing one is added there or gets its own message."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.rules.editing.context import NO_RESULT
from workbench.sources.reading import as_text, has, member
from workbench.sources.writing.changes import AddedResult, CannotBeWrittenError
from workbench.sources.writing.contract import Writer
from workbench.sources.writing.draft import Draft
from workbench.sources.writing.message_lists import insert_item

Part = dict[str, Json]


def next_message_writer(
    key: str,
    is_reply: Callable[[Json], bool],
    is_result: Callable[[Json], bool],
    make: Callable[[AddedResult, Part], Part],
    message: Callable[[Part, Part], Part],
    inside: Path = (),
    spoken: Callable[[str], Part] | None = None,
) -> Writer:
    """Return a writer. `key` is the key of a message's parts; `message` builds a message for a part.

    `inside` is the path from an item of the list to its message; `spoken` builds a part with a user's text.
    """

    def add(draft: Draft, result: AddedResult) -> None:
        at = result.call[: _last_message(result.call) + 1]
        caller = draft.get(at)
        part = make(result, caller)
        following = (*at[:-1], int(at[-1]) + 1)
        held: Any = draft.get(at[:-1])
        if int(following[-1]) < len(held) and is_reply(held[int(following[-1])]):
            _add_part(draft, (*following, *inside), part)
        else:
            insert_item(draft, at[:-1], int(following[-1]), message(part, caller))
            draft.memo["after results", following] = 0

    def _add_part(draft: Draft, at: Path, part: Part) -> None:
        parts = draft.get((*at, key))
        if isinstance(parts, str):
            draft.set((*at, key), [part, {"type": "text", "text": parts}])
            draft.memo["after results", at] = 0
            return
        draft.insert((*at, key), draft.once(("after results", at), lambda: _after_results(parts)), part)

    def _after_results(parts: list[Json]) -> int:
        """Return the index after existing results. Changes are applied backwards, so later ones are inserted first."""
        return next((n for n, held in enumerate(parts) if not is_result(held)), len(parts))

    def remove(draft: Draft, at: Path) -> None:
        holder = at[: _last_message(at) + 1]
        if len(draft.get(at[:-1])) > 1:
            draft.remove(at)
        elif draft.is_lines and len(holder) == 1:
            draft.delete_line(int(holder[0]))
        else:
            draft.remove(holder)

    def say(draft: Draft, at: Path, text: str) -> None:
        assert spoken is not None
        draft.set(at, spoken(text))

    return Writer(add, remove) if spoken is None else Writer(add, remove, say)


def _last_message(path: Path) -> int:
    return next(number for number, step in enumerate(path) if isinstance(step, int))


def _anthropic_result(result: AddedResult, caller: Part) -> Part:
    return {"type": "tool_result", "tool_use_id": result.id, "content": NO_RESULT, "is_error": True}


def _cline_message(part: Part, caller: Part) -> Part:
    """Return a message with a unique, increasing time, because the program rewinds to a time."""
    time = caller.get("ts")
    return {"role": "user", "content": [part], **({"ts": time + 1} if isinstance(time, int) else {})}


def _pydantic_result(result: AddedResult, caller: Part) -> Part:
    """Return the result that pydantic-ai writes for an interrupted call."""
    return {
        "tool_name": result.name,
        "content": "The tool call was interrupted before a result was produced.",
        "tool_call_id": result.id,
        "metadata": {"pydantic_ai_synthesized_tool_return": True},
        **({"timestamp": caller["timestamp"]} if caller.get("timestamp") else {}),
        "outcome": "interrupted",
        "part_kind": "tool-return",
    }


def _pydantic_message(part: Part, caller: Part) -> Part:
    return {"parts": [part], "kind": "request"}


def _text_block(text: str) -> Part:
    return {"type": "text", "text": text}


def _prompt(text: str) -> Part:
    return {"content": text, "part_kind": "user-prompt"}


def _bedrock_text(text: str) -> Part:
    return {"text": text}


def _bedrock_result(result: AddedResult, caller: Part) -> Part:
    """Return the result that Strands adds for a call without one when it loads a session."""
    content = [{"text": "Tool was interrupted."}]
    return {"toolResult": {"toolUseId": result.id, "status": "error", "content": content}}


def _no_message(part: Part, caller: Part) -> Part:
    raise CannotBeWrittenError("no user message follows the call, and the message files are numbered without gaps")


def _autogen_result(result: AddedResult, caller: Part) -> Part:
    if "type" not in caller:
        raise CannotBeWrittenError("messages of AutoGen 0.2 cannot be written")
    return {"content": NO_RESULT, "name": result.name, "call_id": result.id, "is_error": True}


def _autogen_message(part: Part, caller: Part) -> Part:
    return {"content": [part], "type": "FunctionExecutionResultMessage"}


def _autogen_say(draft: Draft, at: Path, text: str) -> None:
    """Turn the whole message into a user message. Fails if it has other results."""
    holder = at[: _last_message(at) + 1]
    if len(draft.get(at[:-1])) > 1:
        raise CannotBeWrittenError("the message contains other results too")
    draft.set(holder, {"content": text, "source": "user", "type": "UserMessage"})


def _goose_result(result: AddedResult, caller: Part) -> Part:
    return {"type": "toolResponse", "id": result.id, "toolResult": {"status": "error", "error": NO_RESULT}}


def _goose_message(part: Part, caller: Part) -> Part:
    return {"role": "user", "created": caller.get("created"), "content": [part]}


CLINE = next_message_writer(
    "content",
    lambda value: member(value, "role") == "user",
    lambda value: has(value, "tool_use_id"),
    _anthropic_result,
    _cline_message,
    spoken=_text_block,
)
PYDANTIC_AI = next_message_writer(
    "parts",
    lambda value: member(value, "kind") == "request",
    lambda value: as_text(member(value, "part_kind")) in {"tool-return", "retry-prompt"},
    _pydantic_result,
    _pydantic_message,
    spoken=_prompt,
)
STRANDS = next_message_writer(
    "content",
    lambda value: member(value, "message", "role") == "user",
    lambda value: has(value, "toolResult"),
    _bedrock_result,
    _no_message,
    inside=("message",),
    spoken=_bedrock_text,
)
AUTOGEN = replace(
    next_message_writer(
        "content",
        lambda value: member(value, "type") == "FunctionExecutionResultMessage",
        lambda value: has(value, "call_id"),
        _autogen_result,
        _autogen_message,
    ),
    say=_autogen_say,
)
GOOSE = next_message_writer(
    "content",
    lambda value: member(value, "role") == "user",
    lambda value: member(value, "type") == "toolResponse",
    _goose_result,
    _goose_message,
    spoken=_text_block,
)
