"""Files that are a list of messages: a lost result is one more message, or one more part of the next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

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
Spoken = Callable[[Record, str], Json]
"""The message of a result, and a text → a message in which the user says the text."""
IsResult = Callable[[Json], bool]


def list_writer(
    depth: int, make: MakeResult, is_result: IsResult, spoken: Spoken, result_id: Path = ("tool_call_id",)
) -> Writer:
    """`depth` is the number of the index in a call's place that leads to its message: 0 the first, -1 the last."""

    def add(draft: Draft, result: AddedResult) -> None:
        at = _message_at(result.call, depth)
        index = draft.once(("after results", at), lambda: _after_results(draft.get(at[:-1]), int(at[-1]) + 1))
        insert_item(draft, at[:-1], index, make(draft.get(at), result))

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

    def say(draft: Draft, at: Path, text: str) -> None:
        place = _message_at(at, depth)
        put_after_results(draft, place, spoken(draft.get(place), text), is_result)

    return Writer(add, remove, say, result_id)


def _message_at(path: Path, depth: int) -> Path:
    indexes = [number for number, step in enumerate(path) if isinstance(step, int)]
    return path[: indexes[depth] + 1]


def put_after_results(draft: Draft, place: Path, value: Json, is_result: IsResult) -> None:
    """In the place of a result, but after the results that follow it: they belong directly to their calls."""
    held, last = draft.get(place[:-1]), int(place[-1])
    while last + 1 < len(held) and is_result(held[last + 1]):
        last += 1
    draft.move(place, last, value)


def insert_item(draft: Draft, holder: Path, index: int, value: object) -> None:
    """A message of a list, or a line where the messages are the lines of the file."""
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


def _chat_result(record: Record, result: AddedResult) -> Json:
    return {"role": "tool", "tool_call_id": result.id, "content": NO_RESULT}


def _continue_result(record: Record, result: AddedResult) -> Json:
    """A tool message of its own; sessions that keep the states of calls never lack a result."""
    return {"message": {"role": "tool", "content": NO_RESULT, "toolCallId": result.id}, "contextItems": []}


def _llama_index_result(record: Record, result: AddedResult) -> Json:
    """With blocks where the message that made the call has them, with a text as older versions wrote it."""
    head: Record = {"role": "tool", "additional_kwargs": {"name": result.name, "tool_call_id": result.id}}
    text = {"block_type": "text", "text": NO_RESULT}
    return {**head, "blocks": [text]} if "blocks" in record else {**head, "content": NO_RESULT}


def _sharegpt_result(record: Record, result: AddedResult) -> Json:
    """In the words of the row: a `function_call` is answered by an `observation`."""
    speaker = "observation" if record.get("from") == "function_call" else "tool"
    return {"from": speaker, "value": NO_RESULT}


def _is_tool(*path: str) -> IsResult:
    return lambda value: member(value, *path) == "tool"


def _langchain_prompt(record: Record, text: str) -> Json:
    """In the spelling of the message, and with its id: the reducer of a graph knows messages by their ids."""
    held = next((record[key] for key in ("kwargs", "data") if isinstance(record.get(key), dict)), record)
    fields = {"content": text, "type": "human", **({"id": held["id"]} if "id" in held else {})}
    if "kwargs" in record:
        names = [*record["id"][:-1], "HumanMessage"]
        if len(names) > 2 and names[-2] == "tool":
            names[-2] = "human"
        return {"lc": record.get("lc", 1), "type": "constructor", "id": names, "kwargs": fields}
    return {"type": "human", "data": fields} if "data" in record else fields


def _chat_prompt(record: Record, text: str) -> Json:
    """What the program keeps beside a message stays; what only a result has goes."""
    own = {key: value for key, value in record.items() if key not in _OF_A_RESULT}
    return {**own, "role": "user", "content": text}


def _continue_prompt(record: Record, text: str) -> Json:
    return {**record, "message": {"role": "user", "content": text}}


def _llama_index_prompt(record: Record, text: str) -> Json:
    said = {"blocks": [{"block_type": "text", "text": text}]} if "blocks" in record else {"content": text}
    return {"role": "user", "additional_kwargs": {}, **said}


def _sharegpt_prompt(record: Record, text: str) -> Json:
    return {"from": "human", "value": text}


def _adk_prompt(record: Record, text: str) -> Json:
    return {**record, "author": "user", "content": {"role": "user", "parts": [{"text": text}]}}


def _adk_say(draft: Draft, at: Path, text: str) -> None:
    """The event becomes one of the user; if it has other results, an event of the user follows it."""
    place = _message_at(at, 0)
    record = draft.get(place)
    said = _adk_prompt(record, text)
    if len(record["content"]["parts"]) == 1:
        put_after_results(draft, place, said, _is_adk_result)
        return
    said["id"] = new_uuid(f"{record.get('id')} {text}").replace("-", "")[:8]
    draft.remove(at)
    index = int(place[-1]) + 1
    held = draft.get(place[:-1])
    while index < len(held) and _is_adk_result(held[index]):
        index += 1
    draft.insert(place[:-1], index, said)


_OF_A_RESULT = ("tool_call_id", "toolCallId", "name", "error", "tool_calls")
LANGCHAIN = list_writer(0, _langchain_result, _is_langchain_result, _langchain_prompt)
AG_UI = list_writer(0, _ag_ui_result, _is_tool("role"), _chat_prompt, ("toolCallId",))
ADK = replace(list_writer(0, _adk_result, _is_adk_result, _adk_prompt, ()), say=_adk_say, reorders=True)
CONTINUE = list_writer(0, _continue_result, _is_tool("message", "role"), _continue_prompt, ("toolCallId",))
LLAMA_INDEX = list_writer(
    0, _llama_index_result, _is_tool("role"), _llama_index_prompt, ("additional_kwargs", "tool_call_id")
)
CHAT = list_writer(0, _chat_result, _is_tool("role"), _chat_prompt)
HF_CHAT = list_writer(1, _chat_result, _is_tool("role"), _chat_prompt)
SHAREGPT = list_writer(
    -1, _sharegpt_result, lambda value: member(value, "from") in ("observation", "tool"), _sharegpt_prompt, ()
)
