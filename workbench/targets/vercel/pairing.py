"""Calls without results in SDK 6 and 7, which require a tool message before the next user or system message.

A result in an assistant message does not count. A call in the last message needs its result too, unless the user has
approved or denied it: the SDK then runs or denies that call first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from workbench.json.description import WITHOUT_ID, as_python, quoted
from workbench.json.text import Json
from workbench.targets.contract import Thrown
from workbench.targets.vercel.approvals import parts_of

_Call = tuple[int, int]
"""The indexes of a message and of a part in it."""


def unanswered_calls(messages: Sequence[Json]) -> Iterator[Thrown]:
    open_calls: dict[Json, _Call] = {}
    decided = _decided_last(messages)
    for index, message in enumerate(messages):
        role = message.get("role") if isinstance(message, dict) else None
        content = message.get("content") if isinstance(message, dict) else None
        if role in ("user", "system"):
            yield from _thrown(open_calls)
            open_calls = {}
        elif isinstance(content, list) and role in ("assistant", "tool"):
            for at, part in enumerate(content):
                _follow(part, role, open_calls, (index, at))
    yield from _thrown({call_id: place for call_id, place in open_calls.items() if call_id not in decided})


def _follow(part: Any, role: str, open_calls: dict[Json, _Call], place: _Call) -> None:
    kind = part.get("type") if isinstance(part, dict) else None
    if kind not in ("tool-call", "tool-result"):
        return
    call_id = part.get("toolCallId")
    if not isinstance(call_id, (str, int, float, bool, type(None))):
        if kind == "tool-call" and role == "assistant" and not part.get("providerExecuted"):
            open_calls[as_python(call_id)] = place  # objects never equal each other, so no result can match
        return
    if role == "tool" and kind == "tool-result":
        open_calls.pop(call_id, None)
    elif role == "assistant" and kind == "tool-call" and not part.get("providerExecuted"):
        open_calls.setdefault(call_id, place)


def _thrown(open_calls: dict[Json, _Call]) -> Iterator[Thrown]:
    words = _message(list(open_calls))
    for call_id, (index, at) in open_calls.items():
        text = f"The call {quoted(call_id, WITHOUT_ID)} has no result before the next user or system message."
        yield Thrown(index, ("content", at), text, words, call_id)


def _message(call_ids: list[Json]) -> str:
    named = ", ".join(str(call_id) for call_id in call_ids)
    if len(call_ids) == 1:
        return f"AI_MissingToolResultsError: Tool result is missing for tool call {named}."
    return f"AI_MissingToolResultsError: Tool results are missing for tool calls {named}."


def _decided_last(messages: Sequence[Json]) -> set[Json]:
    """The calls that the last message approves or denies, if it is a tool message."""
    last = messages[-1] if messages else None
    if not isinstance(last, dict) or last.get("role") != "tool":
        return set()
    answers = (part for part in parts_of(last) if part.get("type") == "tool-approval-response")
    approvals = {as_python(part.get("approvalId")) for part in answers}
    requests = (
        part for message in messages for part in parts_of(message) if part.get("type") == "tool-approval-request"
    )
    decided = (part.get("toolCallId") for part in requests if as_python(part.get("approvalId")) in approvals)
    return {call_id for call_id in decided if isinstance(call_id, str)}
