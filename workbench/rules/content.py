"""What a message may hold: null, empty, of the wrong type, blank at its end, or half of a character."""

from __future__ import annotations

from collections.abc import Iterator

import orjson

from workbench.checks.chat import Chat
from workbench.json.text import Json
from workbench.rules.contract import Violation, at, at_message, rule
from workbench.targets.contract import WARNING, Target

_SAYS_OUTPUT = ("function_call_output", "custom_tool_call_output")
_INSTEAD_OF_CONTENT = ("tool_calls", "function_call", "refusal", "audio")
_TEXT_OR_NONE = frozenset({str, type(None)})
_TEXT_OR_PARTS = _TEXT_OR_NONE | {list}
_NAMES = {dict: "an object", list: "a sequence", str: "a string", int: "a number", float: "a number", bool: "a boolean"}


@rule("CO601", "content-null")
def content_null(chat: Chat, target: Target) -> Iterator[Violation]:
    """A message has no content.

    Null is allowed only where the assistant calls tools instead of speaking. It usually comes from a stream that
    ended before its first word, or from a database that stores an empty text as null.

    Bad (openai):
        [{"role": "user", "content": null}]
    Good (openai):
        [{"role": "user", "content": "Hello"}]
    """
    for index, message in enumerate(chat.messages):
        if not isinstance(message, dict) or message.get("content") is not None:
            continue
        if "parts" in message or any(message.get(key) for key in _INSTEAD_OF_CONTENT):
            continue
        absent = "content" not in message
        lenient = absent or target.limits.takes_null_answers
        milder = WARNING if lenient and chat.roles[index] == "assistant" else None
        text = "The message has no content." if absent else "The content is null."
        yield at_message(index, text, () if absent else ("content",), severity=milder)


@rule("CO602", "content-type-mismatch")
def content_type_mismatch(chat: Chat, target: Target) -> Iterator[Violation]:
    """The content is of a type that the target does not take: an object, a number, or a list where it wants a string.

    A tool that returns an object must have it written as text. Some compatible servers also refuse the list of text
    parts that OpenAI takes.

    Bad (deepseek):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "ls", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": [{"type": "text", "text": "a.txt"}]}]
    Good (deepseek):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "ls", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "a.txt"}]
    """
    only_text = target.limits.tool_part_types is not None and not target.limits.tool_part_types
    are_items = chat.format.name == "openai-responses"
    usual = _TEXT_OR_NONE if only_text else _TEXT_OR_PARTS
    for index, message in enumerate(chat.messages):
        if type(message) is dict and type(message.get("content")) in usual:
            continue
        if not isinstance(message, dict):
            if not are_items or not isinstance(message, str):
                kind = _NAMES.get(type(message), "null")
                yield at_message(index, f"The message is {kind} and not an object.", kind=kind)
        elif not isinstance(content := message["content"], list) or chat.roles[index] == "tool":
            kind = _NAMES.get(type(content), "null").split(" ")[-1]
            text = f"The content is {_NAMES[type(content)]}."
            yield at_message(index, text, ("content",), kind=kind, id=message.get("tool_call_id"))
    yield from _odd_outputs(chat) if are_items else ()


def _odd_outputs(chat: Chat) -> Iterator[Violation]:
    for result in chat.results:
        value, item = result.value, result.raw
        if isinstance(value, (str, list)) or item["type"] not in _SAYS_OUTPUT or "output" not in item:
            continue
        kind = _NAMES.get(type(value), "null")
        text = f"The output is {kind} and neither text nor a list of parts."
        word = kind.split(" ")[-1]
        yield at_message(result.message, text, ("output",), variant="output", kind=word, id=result.id)


@rule("CO603", "content-empty-text")
def content_empty_text(chat: Chat, target: Target) -> Iterator[Violation]:
    """A text block is empty.

    It usually comes from a tool that returned nothing, or from an assistant that only called tools.

    Bad (anthropic):
        [{"role": "user", "content": [{"type": "text", "text": ""}, {"type": "text", "text": "Hello"}]}]
    Good (anthropic):
        [{"role": "user", "content": [{"type": "text", "text": "Hello"}]}]
    """
    for event in chat.texts:
        if event.value == "" and event.path:
            yield at(event, "The text block is empty.", "value")


@rule("CO604", "content-whitespace-text")
def content_whitespace_text(chat: Chat, target: Target) -> Iterator[Violation]:
    """A text block holds only blanks.

    Some models take it and some refuse it.

    Bad (anthropic):
        [{"role": "user", "content": [{"type": "text", "text": " \\n"}, {"type": "text", "text": "Hello"}]}]
    Good (anthropic):
        [{"role": "user", "content": [{"type": "text", "text": "Hello"}]}]
    """
    for event in chat.texts:
        if isinstance(event.value, str) and event.value and event.path and event.value.isspace():
            yield at(event, "The text block holds only blanks.", "value")


@rule("CO605", "content-empty")
def content_empty(chat: Chat, target: Target) -> Iterator[Violation]:
    """A message is empty, and is not the final one of the assistant.

    It usually comes from an answer that was stopped before its first word.

    Bad (anthropic):
        [{"role": "user", "content": ""}, {"role": "user", "content": "Hello"}]
    Good (anthropic):
        [{"role": "user", "content": "Hello"}]
    """
    key = {"gemini": "parts", "icontent": "blocks"}.get(chat.format.name, "content")
    last = len(chat.messages) - 1
    for index, message in enumerate(chat.messages):
        if isinstance(message, dict) and key in message and message[key] in ("", []):
            if index == last and chat.roles[index] == "assistant":
                continue
            yield at_message(index, "The message is empty.", (key,))


@rule("CO606", "assistant-trailing-whitespace", with_rules=("role-last-assistant",))
def assistant_trailing_whitespace(chat: Chat, target: Target) -> Iterator[Violation]:
    """The last message is the assistant's and its text ends in a blank.

    The provider would have to go on after the blank, and refuses.

    Bad (anthropic):
        [{"role": "user", "content": "Hello"}, {"role": "assistant", "content": "The answer is "}]
    Good (anthropic):
        [{"role": "user", "content": "Hello"}, {"role": "assistant", "content": "The answer is 42."},
         {"role": "user", "content": "Why?"}]
    """
    if not chat.roles or chat.roles[-1] != "assistant":
        return
    events = chat.of_message(len(chat.roles) - 1)
    if events and events[-1].kind == "text" and isinstance(events[-1].value, str):
        value = events[-1].value
        if value != value.rstrip() and value.strip():
            yield at(events[-1], "The last text ends in a blank.", "value")


@rule("CO609", "lone-surrogate", default=WARNING)
def lone_surrogate(chat: Chat, target: Target) -> Iterator[Violation]:
    """A text holds half of a character.

    An emoji was cut in two, so the request is no valid JSON for strict readers. It usually comes from cutting a text
    at a number of UTF-16 units.

    Bad (anthropic):
        [{"role": "user", "content": [{"type": "text", "text": "cut \\ud83d"}]}]
    Good (anthropic):
        [{"role": "user", "content": [{"type": "text", "text": "cut"}]}]
    """
    for events in (chat.texts, chat.results, chat.calls):
        for event in events:
            value = event.value
            if not (type(value) is str and value.isascii()) and _has_surrogate(value):
                yield at(event, "The text holds half of a character.", "value")


def _has_surrogate(value: Json) -> bool:
    """In a text, or in any text of arguments."""
    if isinstance(value, str):
        return not _encodes(value)
    if not isinstance(value, dict) or _writes(value):
        return False
    left: list[Json] = [value]
    for holder in left:
        for inner in holder.values() if type(holder) is dict else holder:
            kind = type(inner)
            if kind is str:
                if not inner.isascii() and not _encodes(inner):
                    return True
            elif kind is dict or kind is list:
                left.append(inner)
    return False


def _writes(value: dict[str, Json]) -> bool:
    """Whether the fast writer, which refuses halves, takes the whole object; what else it refuses is walked through."""
    try:
        orjson.dumps(value)
    except (TypeError, ValueError):
        return False
    return True


def _encodes(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
