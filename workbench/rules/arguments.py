"""The arguments of calls: no JSON, no object, two glued together, or written as a string once too often."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import cast

from workbench.checks.chat import Chat
from workbench.formats.contract import Event
from workbench.json.text import Json, holds_object, parse_or_none
from workbench.rules.contract import Violation, at, rule
from workbench.targets.contract import INFO, WARNING, Target

AS_TEXT = frozenset({"openai-chat", "openai-responses"})
"""Formats that keep arguments as a string of JSON."""

_GLUED = re.compile(r"\}\s*\{")


@rule("TA203", "tool-args-invalid-json")
def tool_args_invalid_json(chat: Chat, target: Target) -> Iterator[Violation]:
    """The arguments of a call are a string that holds no JSON object.

    It usually comes from an answer that was cut at the token limit in the middle of a call. OpenAI itself does not
    read the arguments of a history again; compatible servers do. An object instead of a string is refused by all but
    Mistral.

    Bad (deepseek):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "ls", "arguments": "{\\"path\\": \\"a"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "a.txt"}]
    Good (deepseek):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "ls", "arguments": "{\\"path\\": \\"a\\"}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "a.txt"}]
    """
    lenient = None if target.limits.reads_arguments else WARNING
    for call, value in _unparsable_calls(chat):
        if not _glued_objects(value):
            text = f"The arguments of {call.name!r} are not a JSON object."
            yield at(call, text, "value", severity=lenient, length=len(value))
    for call in chat.calls:
        if not isinstance(call.value, str) and _is_function(call.raw) and _has_arguments(call.raw):
            text = f"The arguments of {call.name!r} are not text that holds JSON."
            kind = "object" if isinstance(call.value, dict) else "array" if isinstance(call.value, list) else "value"
            milder = INFO if target.limits.takes_argument_objects and kind == "object" else None
            yield at(call, text, "value", severity=milder, kind=kind)._replace(variant="type")


@rule("TA204", "tool-args-not-object", with_rules=("args-double-stringified",))
def tool_args_not_object(chat: Chat, target: Target) -> Iterator[Violation]:
    """The arguments of a call must be an object here, and are something else.

    It usually comes from passing on OpenAI's string of arguments as it is.

    Bad (anthropic):
        [{"role": "user", "content": "go"},
         {"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "f", "input": "{}"}]},
         {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "r"}]}]
    Good (anthropic):
        [{"role": "user", "content": "go"},
         {"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "f", "input": {}}]},
         {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "r"}]}]
    """
    null_is_refused = target.limits.refuses_null_arguments
    for call in chat.calls:
        if isinstance(call.value, dict) or (call.value is None and not (null_is_refused and _says_null(call))):
            continue
        yield at(call, f"The arguments of {call.name!r} are not an object.", "value")


@rule("TA205", "tool-args-concatenated")
def tool_args_concatenated(chat: Chat, target: Target) -> Iterator[Violation]:
    """Two objects are glued together in one call's arguments.

    Two streamed calls with the same index were read as one: the second call's id is lost and its arguments hang on
    the first. Strict servers refuse the arguments; lenient ones run a call that nobody made.

    Bad (openai-compatible):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "read", "arguments": "{\\"path\\":\\"a\\"}{\\"path\\":\\"b\\"}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "A"}]
    Good (openai-compatible):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "read", "arguments": "{\\"path\\":\\"a\\"}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "A"}]
    """
    for call, value in _unparsable_calls(chat):
        if count := _glued_objects(value):
            yield at(call, f"{count} objects are glued together in the arguments of {call.name!r}.", "value")


@rule("TA206", "args-double-stringified", default=WARNING, on="file")
def args_double_stringified(chat: Chat, target: Target) -> Iterator[Violation]:
    """The arguments were turned into a string once too often.

    They hold a JSON string that holds the object. The model sees backslashes, and learns to write them.

    Bad (openai):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "ls", "arguments": "\\"{\\\\\\"path\\\\\\":\\\\\\"a\\\\\\"}\\""}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "a.txt"}]
    Good (openai):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "ls", "arguments": "{\\"path\\":\\"a\\"}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "a.txt"}]
    """
    as_text = chat.format.name in AS_TEXT
    for call in chat.calls:
        if isinstance(call.value, str) and inner_object(call.value, as_text) is not None:
            yield at(call, f"The arguments of {call.name!r} are a string inside a string.", "value")


def _unparsable_calls(chat: Chat) -> list[tuple[Event, str]]:
    """The calls whose arguments cannot be read, with those arguments; worked out once for the rules that ask."""
    if "unparsable" not in chat.memo:
        pairs = [(call, value) for call in chat.calls if (value := _unparsable(call)) is not None]
        chat.memo["unparsable"] = pairs
    return cast(list[tuple[Event, str]], chat.memo["unparsable"])


def _unparsable(call: Event) -> str | None:
    """The arguments if they are a string that should hold an object and does not. An empty string means none."""
    value = call.value
    if not isinstance(value, str) or holds_object(value) or not value.strip() or _is_custom(call.raw):
        return None
    return None if isinstance(parse_or_none(value), str) else value


def _says_null(call: Event) -> bool:
    return isinstance(call.raw, dict) and "input" in call.raw


def _is_function(raw: Json) -> bool:
    """Tools that the provider defines (a search, a patch) have arguments of other types."""
    return isinstance(raw, dict) and ("function" in raw or raw.get("type") == "function_call")


def _has_arguments(raw: dict[str, Json]) -> bool:
    """Whether the key is there; null in it is refused, and a call without it is another matter."""
    holder = raw.get("function", raw)
    return isinstance(holder, dict) and "arguments" in holder


def _is_custom(raw: Json) -> bool:
    """Custom tools take free text."""
    return isinstance(raw, dict) and ("custom" in raw or str(raw.get("type", "")).startswith("custom"))


def inner_object(value: str, as_text: bool) -> dict[str, Json] | None:
    """The object that arguments hold which were stringified once too often."""
    if value[:1] != '"':
        return None if as_text else _inner(value)
    return _inner(parse_or_none(value))


def _inner(text: Json) -> dict[str, Json] | None:
    for _ in range(3):
        if not isinstance(text, str):
            break
        text = parse_or_none(text)
    return text if isinstance(text, dict) else None


def _glued_objects(value: str) -> int:
    """How many whole JSON objects stand one after the other in a string; 0 if it is not made of such."""
    if not _GLUED.search(value):
        return 0
    pieces = split_objects(value)
    return len(pieces) if len(pieces) > 1 else 0


def split_objects(value: str) -> list[str]:
    """The objects glued together in a string, if it consists of nothing else."""
    pieces: list[str] = []
    start = 0
    for match in _GLUED.finditer(value):
        end = match.start() + 1
        if isinstance(parse_or_none(value[start:end]), dict):
            pieces.append(value[start:end].strip())
            start = end
    if isinstance(parse_or_none(value[start:]), dict):
        return [*pieces, value[start:].strip()]
    return []
