"""Errors that LangChain throws while it reads Chat messages (`convert_to_messages` of `langchain-core` 1.7), and that
LangGraph's agent throws for the converted list: every call must have a result somewhere, even a pending one."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from workbench.json.description import WITHOUT_ID, printed, quoted
from workbench.json.text import Json
from workbench.targets.contract import Thrown

_ROLES = frozenset({"human", "user", "ai", "assistant", "function", "tool", "system", "developer", "remove"})
_UNANSWERED = (
    "Found AIMessages with tool_calls that do not have a corresponding ToolMessage. Here are the first few of those "
    "tool calls: {calls}."
)
_Error = tuple[tuple[str | int, ...], str, str]


def thrown_by_langgraph(messages: Sequence[Json]) -> list[Thrown]:
    errors = [
        Thrown(index, path, text, words)
        for index, message in enumerate(messages)
        for path, text, words in _errors(message)
    ]
    return errors or list(_unanswered(messages))


def _errors(message: object) -> Iterator[_Error]:
    if isinstance(message, str):
        return  # a bare text is a user message
    if not isinstance(message, dict):
        words = f"NotImplementedError: Unsupported message type: {type(message)}"
        yield (), "This is not a message.", words
        return
    role = message["role"] if "role" in message else message.get("type")
    if not ("role" in message or "type" in message) or "content" not in message:
        words = "ValueError: Message dict must contain 'role' and 'content' keys"
        yield (), "The message has no role or no content.", words
    elif not isinstance(role, str) or role not in _ROLES:
        words = (
            f"ValueError: Unexpected message type: '{printed(role)}'. "
            "Use one of 'human', 'user', 'ai', 'assistant', 'function'"
        )
        yield ("role",), "LangChain does not have this role.", words
    else:
        yield from _field_errors(role, message)


def _field_errors(role: str, message: dict[str, Json]) -> Iterator[_Error]:
    content = message["content"]
    if content and role != "tool" and not _is_content(content):
        words = "ValidationError: content: Input should be a valid string or list"
        yield ("content",), "The content is neither text nor a list of texts and objects.", words
    for key in ("name", "id"):
        if message.get(key) is not None and not isinstance(message[key], str):
            yield (key,), f"`{key}` is not text.", f"ValidationError: {key}: Input should be a valid string"
    if role == "tool" and not isinstance(message.get("tool_call_id"), (str, int, float)):
        missing = message.get("tool_call_id") is None
        words = (
            "KeyError: 'tool_call_id'" if missing else "ValidationError: tool_call_id: Input should be a valid string"
        )
        yield (
            ("tool_call_id",) if "tool_call_id" in message else (),
            "The result does not name the call that it answers.",
            words,
        )
    if role == "function" and not isinstance(message.get("name"), str):
        yield (), "The function's message has no name.", "ValidationError: name: Field required"
    yield from _call_errors(role, message.get("tool_calls"))


def _is_content(content: object) -> bool:
    if isinstance(content, list):
        return all(isinstance(part, (str, dict)) for part in content)
    return isinstance(content, str)


def _call_errors(role: str, calls: object) -> Iterator[_Error]:
    if calls is None:
        return
    if not isinstance(calls, list):
        if not isinstance(calls, (str, dict)) or calls:
            yield ("tool_calls",), "`tool_calls` is not a list.", "TypeError: tool_calls cannot be read"
        return
    for at, call in enumerate(calls):
        if error := _call_error(call, role in ("ai", "assistant")):
            path, text, words = error
            yield ("tool_calls", at, *path), text, words


def _call_error(call: object, is_read: bool) -> _Error | None:
    """The error for a call. OpenAI's shape is parsed for every role, LangChain's own only for the assistant."""
    if isinstance(call, (list, str)):
        return None if "function" not in call and not is_read else ((), "This is not a call.", "TypeError: no call")
    if not isinstance(call, dict):
        return (), "This is not a call.", f"TypeError: argument of type '{type(call).__name__}' is not iterable"
    if "function" not in call:
        return _own_call_error(call) if is_read else None
    function = call["function"]
    if not isinstance(function, dict):
        return ("function",), "`function` is not an object.", "TypeError: string indices must be integers"
    for key, parent in (("arguments", function), ("name", function), ("id", call)):
        if key not in parent:
            return (() if parent is call else ("function",)), f"`{key}` is missing.", f"KeyError: '{key}'"
    arguments = function["arguments"]
    if isinstance(arguments, str):
        try:
            arguments = json.loads(arguments, strict=False)
        except ValueError as reason:
            return ("function", "arguments"), "The arguments are not JSON.", f"JSONDecodeError: {reason}"
        except RecursionError as reason:
            return ("function", "arguments"), "The arguments are nested too deeply.", f"RecursionError: {reason}"
    if not is_read:
        return None
    return _typed(call["id"], function["name"], arguments)


def _typed(call_id: object, name: object, arguments: object) -> _Error | None:
    if not isinstance(name, str):
        return ("function", "name"), "The name is not text.", "ValidationError: name: Input should be a valid string"
    if not isinstance(arguments, dict):
        words = "ValidationError: args: Input should be a valid dictionary"
        return ("function", "arguments"), "The arguments are not an object.", words
    if call_id is not None and not isinstance(call_id, str):
        return ("id",), "The id is not text.", "ValidationError: id: Input should be a valid string"
    return None


def _own_call_error(call: dict[str, Json]) -> _Error | None:
    if not {"name", "args", "id"} <= call.keys():
        return (), "The call has no `function`.", "TypeError: tool_call() missing required arguments"
    return _typed(call["id"], call["name"], call["args"])


def _unanswered(messages: Sequence[Json]) -> Iterator[Thrown]:
    answered = {
        str(message["tool_call_id"])
        for message in messages
        if isinstance(message, dict) and message.get("role") == "tool" and "tool_call_id" in message
    }
    waiting = [
        (index, at, call)
        for index, message in enumerate(messages)
        if isinstance(message, dict) and message.get("role") in ("assistant", "ai")
        for at, call in enumerate(message.get("tool_calls") or ())
        if isinstance(call, dict) and call.get("id") not in answered
    ]
    if not waiting:
        return
    words = _UNANSWERED.format(calls=[_as_langchain_call(call) for _, _, call in waiting[:3]])
    for index, at, call in waiting:
        text = f"The call {quoted(call.get('id'), WITHOUT_ID)} has no result."
        yield Thrown(index, ("tool_calls", at), text, words, call.get("id"))


def _as_langchain_call(call: dict[str, Json]) -> Json:
    function = call.get("function")
    if not isinstance(function, dict):
        return call
    arguments = function["arguments"]
    parsed = json.loads(arguments, strict=False) if isinstance(arguments, str) else arguments
    return {"name": function["name"], "args": parsed, "id": call.get("id"), "type": "tool_call"}
