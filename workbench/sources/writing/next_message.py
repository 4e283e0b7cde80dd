"""Results that are parts of the message after the call: a lost one goes first in it, or gets its own message."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.rules.editing.context import NO_RESULT
from workbench.sources.reading import as_text, has, member
from workbench.sources.writing.anthropic_blocks import RESULT_ID, lost_result, text_block
from workbench.sources.writing.changes import AddedResult, CannotBeWrittenError
from workbench.sources.writing.contract import Writer
from workbench.sources.writing.draft import Draft
from workbench.sources.writing.message_lists import insert_item, put_after_results

Part = dict[str, Json]


def next_message_writer(
    key: str,
    is_reply: Callable[[Json], bool],
    is_result: Callable[[Json], bool],
    make: Callable[[AddedResult, Part], Part],
    message: Callable[[Part, Part], Part],
    result_id: Path,
    inside: Path = (),
    spoken: Callable[[str], Part] | None = None,
) -> Writer:
    """`key` holds the parts of a message; `message` makes one for a part, after the message that made the call.

    `inside` leads from an item of the list to the message in it; `spoken` makes the part for words of the user.
    """

    def add(draft: Draft, result: AddedResult) -> None:
        at = result.call[: _last_message(result.call) + 1]
        asking = draft.get(at)
        part = make(result, asking)
        following = (*at[:-1], int(at[-1]) + 1)
        held = draft.get(at[:-1])
        if int(following[-1]) < len(held) and is_reply(held[int(following[-1])]):
            _into(draft, (*following, *inside), part)
        else:
            insert_item(draft, at[:-1], int(following[-1]), message(part, asking))
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
        holder = at[: _last_message(at) + 1]
        if len(draft.get(at[:-1])) > 1:
            draft.remove(at)
        elif draft.is_lines and len(holder) == 1:
            draft.delete_line(int(holder[0]))
        else:
            draft.remove(holder)

    def say(draft: Draft, at: Path, text: str) -> None:
        assert spoken is not None
        put_after_results(draft, at, spoken(text), is_result)

    return Writer(add, remove, result_id=result_id) if spoken is None else Writer(add, remove, say, result_id)


def _last_message(path: Path) -> int:
    return next(number for number, step in enumerate(path) if isinstance(step, int))


def _anthropic_result(result: AddedResult, asking: Part) -> Part:
    return lost_result(result.id)


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


def _prompt(text: str) -> Part:
    return {"content": text, "part_kind": "user-prompt"}


def _bedrock_text(text: str) -> Part:
    return {"text": text}


def _bedrock_result(result: AddedResult, asking: Part) -> Part:
    """As Strands answers a call that has no result when it loads a session."""
    content = [{"text": "Tool was interrupted."}]
    return {"toolResult": {"toolUseId": result.id, "status": "error", "content": content}}


def _no_message(part: Part, asking: Part) -> Part:
    raise CannotBeWrittenError(
        "no message of the user follows the call, and its files are numbered one after the other"
    )


def _autogen_result(result: AddedResult, asking: Part) -> Part:
    if "type" not in asking:
        raise CannotBeWrittenError("messages of AutoGen 0.2 are read and not written")
    return {"content": NO_RESULT, "name": result.name, "call_id": result.id, "is_error": True}


def _autogen_message(part: Part, asking: Part) -> Part:
    return {"content": [part], "type": "FunctionExecutionResultMessage"}


def _autogen_say(draft: Draft, at: Path, text: str) -> None:
    """A message of results has no place for a text: it becomes one of the user, or one follows it."""
    holder = at[: _last_message(at) + 1]
    said = {"content": text, "source": "user", "type": "UserMessage"}
    if len(draft.get(at[:-1])) == 1:
        draft.set(holder, said)
        return
    draft.remove(at)
    insert_item(draft, holder[:-1], int(holder[-1]) + 1, said)


def _goose_result(result: AddedResult, asking: Part) -> Part:
    return {"type": "toolResponse", "id": result.id, "toolResult": {"status": "error", "error": NO_RESULT}}


def _goose_message(part: Part, asking: Part) -> Part:
    return {"role": "user", "created": asking.get("created"), "content": [part]}


CLINE = next_message_writer(
    "content",
    lambda value: member(value, "role") == "user",
    lambda value: has(value, "tool_use_id"),
    _anthropic_result,
    _cline_message,
    RESULT_ID,
    spoken=text_block,
)
PYDANTIC_AI = next_message_writer(
    "parts",
    lambda value: member(value, "kind") == "request",
    lambda value: as_text(member(value, "part_kind")) in {"tool-return", "retry-prompt"},
    _pydantic_result,
    _pydantic_message,
    ("tool_call_id",),
    spoken=_prompt,
)
STRANDS = next_message_writer(
    "content",
    lambda value: member(value, "message", "role") == "user",
    lambda value: has(value, "toolResult"),
    _bedrock_result,
    _no_message,
    ("toolResult", "toolUseId"),
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
        ("call_id",),
    ),
    say=_autogen_say,
)
GOOSE = next_message_writer(
    "content",
    lambda value: member(value, "role") == "user",
    lambda value: member(value, "type") == "toolResponse",
    _goose_result,
    _goose_message,
    ("id",),
    spoken=text_block,
)
