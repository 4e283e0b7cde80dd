"""Files that are a list of messages: a lost result is one more message, or one more part of the next."""

from __future__ import annotations

from collections.abc import Callable

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.rules.editing.context import NO_RESULT
from workbench.sources.reading import as_text, member
from workbench.sources.writing.changes import AddedResult
from workbench.sources.writing.contract import Writer
from workbench.sources.writing.draft import Draft
from workbench.sources.writing.linked_lines import new_uuid

Record = dict[str, Json]
MakeResult = Callable[[Record, AddedResult], Json]
"""The message that made the call → the message that answers it."""
IsResult = Callable[[Json], bool]


def list_writer(depth: int, make: MakeResult, is_result: IsResult) -> Writer:
    """`depth` is how many steps of a call's place lead to its message (`-1` counts from the end of the list's path)."""

    def add(draft: Draft, result: AddedResult) -> None:
        at = _message_at(result.call, depth)
        index = draft.once(("after results", at), lambda: _after_results(draft.get(at[:-1]), int(at[-1]) + 1))
        _insert(draft, at[:-1], index, make(draft.get(at), result))

    def _after_results(held: list[Json], index: int) -> int:
        """Behind the results that are there; what is added later belongs in front of what was added before."""
        while index < len(held) and is_result(held[index]):
            index += 1
        return index

    def remove(draft: Draft, at: Path) -> None:
        place = _message_at(at, depth)
        if draft.is_lines and len(place) == 1:
            draft.delete_line(int(place[0]))
        else:
            draft.remove(place)

    return Writer(add, remove)


def _message_at(path: Path, depth: int) -> Path:
    """The nearest index from the front that is followed by what belongs to one message."""
    indexes = [number for number, step in enumerate(path) if isinstance(step, int)]
    return path[: indexes[depth] + 1]


def _insert(draft: Draft, holder: Path, index: int, value: object) -> None:
    if draft.is_lines and not holder:
        draft.insert_line(index - 1, value)
    else:
        draft.insert(holder, index, value)


def _langchain_result(record: Record, result: AddedResult) -> Json:
    """In the spelling of the message that made the call."""
    fields = {
        "content": NO_RESULT,
        "type": "tool",
        "name": result.name,
        "id": new_uuid(f"langchain {result.id}"),
        "tool_call_id": result.id,
        "status": "error",
    }
    if "kwargs" in record:
        names = [*record["id"][:-1], "ToolMessage"] if isinstance(record.get("id"), list) else ["ToolMessage"]
        if len(names) > 2 and names[-2] == "ai":
            names[-2] = "tool"
        return {"lc": record.get("lc", 1), "type": "constructor", "id": names, "kwargs": fields}
    return {"type": "tool", "data": fields} if "data" in record else fields


def _is_langchain_result(value: object) -> bool:
    return as_text(member(value, "type")) == "tool" or as_text(member(value, "id", -1)) == "ToolMessage"


def _ag_ui_result(record: Record, result: AddedResult) -> Json:
    head = {"id": new_uuid(f"{record.get('id')} {result.id}"), "role": "tool", "toolCallId": result.id}
    return {**head, "content": NO_RESULT, "error": NO_RESULT}


def _adk_result(record: Record, result: AddedResult) -> Json:
    """An event of the same invocation and agent, in the spelling of the file."""
    camel = "invocationId" in record
    response = "functionResponse" if camel else "function_response"
    calls = [called for part in member(record, "content", "parts") or [] if (called := _called(part))]
    called = next((call for call in calls if call.get("id") in (result.id, None)), calls[0] if calls else {})
    named = {"id": called["id"]} if called.get("id") else {}
    answer = {response: {**named, "name": result.name, "response": {"error": NO_RESULT}}}
    key = "invocationId" if camel else "invocation_id"
    return {
        key: record.get(key),
        "author": record.get("author"),
        "content": {"role": "user", "parts": [answer]},
        "id": new_uuid(f"{record.get('id')} {result.name}").replace("-", "")[:8],
        **({"timestamp": record["timestamp"]} if record.get("timestamp") is not None else {}),
    }


def _called(part: object) -> Record:
    """The call that a part is; a part has a null for everything that it is not."""
    held = member(part, "functionCall") or member(part, "function_call")
    return held if isinstance(held, dict) else {}


def _is_adk_result(value: object) -> bool:
    parts = member(value, "content", "parts")
    return isinstance(parts, list) and any(
        member(part, "functionResponse") or member(part, "function_response") for part in parts
    )


LANGCHAIN = list_writer(0, _langchain_result, _is_langchain_result)
AG_UI = list_writer(0, _ag_ui_result, lambda value: member(value, "role") == "tool")
ADK = list_writer(0, _adk_result, _is_adk_result)
