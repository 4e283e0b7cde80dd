"""Files that are a list of messages: a missing result becomes a new message."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from workbench.json.pointer import Path
from workbench.json.text import Json, JsonObject
from workbench.rules.editing.context import NO_RESULT
from workbench.sources.reading import as_text, member
from workbench.sources.writing.changes import AddedResult, CannotBeWrittenError
from workbench.sources.writing.contract import Writer
from workbench.sources.writing.draft import Draft
from workbench.sources.writing.linked_lines import new_uuid

Record = JsonObject
MakeResult = Callable[[Record, AddedResult], Json]
"""The message with the call → the message with its result."""
Spoken = Callable[[Record, str], Json]
"""The message of a result, and a text → a user message with the text."""
IsResult = Callable[[Json], bool]


def list_writer(
    depth: int, make: MakeResult, is_result: IsResult, spoken: Spoken, result_id: Path = ("tool_call_id",)
) -> Writer:
    """Return a writer. `depth` selects the index in a call's place that is its message: 0 the first, -1 the last."""

    def add(draft: Draft, result: AddedResult) -> None:
        at = _message_at(result.call, depth)
        index = draft.once(("after results", at), lambda: _after_results(draft.get(at[:-1]), int(at[-1]) + 1))
        insert_item(draft, at[:-1], index, make(draft.get(at), result))

    def _after_results(held: list[Json], index: int) -> int:
        """Return the index after existing results. Changes are applied backwards, so later ones are inserted first."""
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
    """Replace a result, but after the results that follow it, because they must directly follow their calls."""
    held, last = draft.get(place[:-1]), int(place[-1])
    while last + 1 < len(held) and is_result(held[last + 1]):
        last += 1
    draft.move(place, last, value)


def insert_item(draft: Draft, holder: Path, index: int, value: object) -> None:
    """Insert a message into a list, or as a line if the messages are lines of the file."""
    if draft.is_lines and not holder:
        draft.insert_line(index - 1, value)
    else:
        draft.insert(holder, index, value)


def _langchain_result(record: Record, result: AddedResult) -> Json:
    """Return a result in the notation of the message with the call."""
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


def _ag_ui_add(draft: Draft, result: AddedResult) -> None:
    """Add a message. The events of a run are not changed: they state what was streamed, and nothing continues them."""
    if "role" not in draft.get(_message_at(result.call, 0)):
        raise CannotBeWrittenError("it has the events of a run, in which a result that was not streamed has no place")
    _AG_UI_MESSAGES.add(draft, result)


def _adk_result(record: Record, result: AddedResult) -> Json:
    """Return an event of the same invocation and agent, in the file's snake case or camel case."""
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
    """Return the call of a part. A part has null for all its other kinds."""
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
    """Return a tool message. Sessions with call states never lack a result."""
    return {"message": {"role": "tool", "content": NO_RESULT, "toolCallId": result.id}, "contextItems": []}


def _llama_index_result(record: Record, result: AddedResult) -> Json:
    """Return a result with blocks if the message with the call has blocks, else with a text, as in older versions."""
    head: Record = {"role": "tool", "additional_kwargs": {"name": result.name, "tool_call_id": result.id}}
    text = {"block_type": "text", "text": NO_RESULT}
    return {**head, "blocks": [text]} if "blocks" in record else {**head, "content": NO_RESULT}


def _sharegpt_result(record: Record, result: AddedResult) -> Json:
    """Return a result with the role that matches the call: an `observation` answers a `function_call`."""
    speaker = "observation" if record.get("from") == "function_call" else "tool"
    return {"from": speaker, "value": NO_RESULT}


def _is_tool(*path: str) -> IsResult:
    return lambda value: member(value, *path) == "tool"


def _langchain_prompt(record: Record, text: str) -> Json:
    """Return a prompt in the notation of the message and with its id, because graph reducers match messages by id."""
    held = next((record[key] for key in ("kwargs", "data") if isinstance(record.get(key), dict)), record)
    fields = {"content": text, "type": "human", **({"id": held["id"]} if "id" in held else {})}
    if "kwargs" in record:
        names = [*record["id"][:-1], "HumanMessage"]
        if len(names) > 2 and names[-2] == "tool":
            names[-2] = "human"
        return {"lc": record.get("lc", 1), "type": "constructor", "id": names, "kwargs": fields}
    return {"type": "human", "data": fields} if "data" in record else fields


def _chat_prompt(record: Record, text: str) -> Json:
    """Return a prompt with the program's own keys, but without those of a result."""
    own = {key: value for key, value in record.items() if key not in _OF_A_RESULT}
    return {**own, "role": "user", "content": text}


def _continue_prompt(record: Record, text: str) -> Json:
    return {**record, "message": {"role": "user", "content": text}}


def _llama_index_prompt(record: Record, text: str) -> Json:
    content = {"blocks": [{"block_type": "text", "text": text}]} if "blocks" in record else {"content": text}
    return {"role": "user", "additional_kwargs": {}, **content}


def _sharegpt_prompt(record: Record, text: str) -> Json:
    return {"from": "human", "value": text}


def _adk_prompt(record: Record, text: str) -> Record:
    return {**record, "author": "user", "content": {"role": "user", "parts": [{"text": text}]}}


def _adk_say(draft: Draft, at: Path, text: str) -> None:
    """Turn the event into one of the user, or add one after it if it has other results."""
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
_AG_UI_MESSAGES = list_writer(0, _ag_ui_result, _is_tool("role"), _chat_prompt, ("toolCallId",))
AG_UI = replace(_AG_UI_MESSAGES, add=_ag_ui_add)
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
