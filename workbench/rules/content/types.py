"""Content with a type that the target does not accept, or with whitespace at its end."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.json.patch import replace
from workbench.json.text import Json, compact
from workbench.rules.contract import Violation, at, at_message, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.unpacking import unpack_message
from workbench.rules.editing.value_shapes import first_of
from workbench.rules.occasions import has_unusual_content
from workbench.rules.tools.native_api import api_used
from workbench.targets.contract import WARNING, Target

_OUTPUT_TYPES = ("function_call_output", "custom_tool_call_output")


_TEXT_OR_NONE = frozenset({str, type(None)})


_TEXT_OR_PARTS = _TEXT_OR_NONE | {list}


_NAMES = {dict: "an object", list: "a sequence", str: "a string", int: "a number", float: "a number", bool: "a boolean"}


def write_input_as_list(context: RepairContext, finding: Finding) -> Fix | None:
    """Write an input that is only a text as the message of the user that it stands for."""
    text = context.value(finding.at)
    if finding.at != context.conversation.base or not isinstance(text, str):
        return None
    why = "A text as input is a message of the user."
    return Fix("Write it as a list", (replace(finding.at, [{"role": "user", "content": text}]),), True, why, 0.95)


def write_content_as_text(context: RepairContext, finding: Finding) -> Fix | None:
    if (unpacked := unpack_message(context, finding)) is not None:
        return unpacked
    content = context.value(finding.at)
    if not finding.at.endswith(("/content", "/output")) or (content is None and finding.at.endswith("/content")):
        return None
    if content is None:
        return Fix("Write an empty text", (replace(finding.at, ""),), True, "Nothing is lost: the value is null.", 0.9)
    if isinstance(content, list):
        found = [part.get("text") for part in content if isinstance(part, dict) and part.get("type") == "text"]
        texts = [text for text in found if isinstance(text, str)]
        if len(texts) != len(content):
            return _as_json(finding.at, content) if context.chat.roles[finding.message_index] == "tool" else None
        why = "All parts are texts; joined, they mean the same."
        return Fix("Join the parts into one text", (replace(finding.at, "\n".join(texts)),), True, why, 0.95)
    return _as_json(finding.at, content)


def _as_json(place: str, content: Json) -> Fix:
    patch = (replace(place, compact(content)),)
    return Fix("Write the content as JSON text", patch, True, "The same value, as text.", 0.9)


@rule(
    "CO602",
    "content-type-mismatch",
    fix=first_of(write_input_as_list, write_content_as_text),
    occasion=has_unusual_content,
)
def content_type_mismatch(chat: Chat, target: Target) -> Iterator[Violation]:
    """The content has a type that the target does not accept: an object, a number, or a list instead of a string.

    An object that a tool returns must be written as text. Some compatible servers also refuse the list of text parts
    that OpenAI accepts.

    Bad (deepseek):
        {"model": "deepseek-chat", "messages": [{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1",
           "type": "function", "function": {"name": "ls", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": [{"type": "text", "text": "a.txt"}]}]}
    Good (deepseek):
        {"model": "deepseek-chat", "messages": [{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1",
           "type": "function", "function": {"name": "ls", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "a.txt"}]}
    """
    only_text = target.limits.tool_part_types is not None and not target.limits.tool_part_types
    are_items = chat.format.traits.messages_are_items
    usual = _TEXT_OR_NONE if only_text else _TEXT_OR_PARTS
    for index, message in enumerate(chat.messages):
        if type(message) is dict and type(message.get("content")) in usual:
            continue
        if not isinstance(message, dict):
            if isinstance(message, str) and are_items and not target.limits.accepts_text_for_items:
                yield at_message(index, "The input is a text and not a list of items.", variant="text")
            elif not are_items or not isinstance(message, str):
                kind = _NAMES.get(type(message), "null")
                yield at_message(index, f"The message is {kind}, not an object.", variant="message", kind=kind)
        elif not isinstance(content := message["content"], list) or chat.roles[index] == "tool":
            kind = _NAMES.get(type(content), "null").split(" ")[-1]
            text = f"The content is {_NAMES[type(content)]}."
            call, role = message.get("tool_call_id"), chat.roles[index]
            yield at_message(index, text, ("content",), kind=kind, id=call, role=role)
    yield from _wrong_outputs(chat) if are_items else ()
    yield from _doubtful_lists(chat, target) if target.limits.doubtful_lists and not only_text else ()
    yield from _lists_for_native_api(chat, target)


def _doubtful_lists(chat: Chat, target: Target) -> Iterator[Violation]:
    """Report the first content list that not every server accepts, whatever its parts are."""
    for index, message in enumerate(chat.messages):
        role = chat.roles[index]
        if (
            role in target.limits.doubtful_lists
            and isinstance(message, dict)
            and isinstance(message.get("content"), list)
        ):
            text = f"Not every server of this kind accepts a list as the content of a {role} message."
            yield at_message(index, text, ("content",), severity=WARNING, variant="doubtful", kind="array", role=role)
            return


_TEXT_PART = frozenset({"type", "text"})


def _lists_for_native_api(chat: Chat, target: Target) -> Iterator[Violation]:
    """Ollama's own API has no parts; images have a field of their own. The request may be for its other API."""
    api = api_used(chat, target)
    if api == "compatible":
        return
    for index, message in enumerate(chat.messages):
        content = message.get("content") if isinstance(message, dict) else None
        if not isinstance(content, list) or chat.roles[index] == "tool":
            continue
        if api == "native" or all(isinstance(part, dict) and part.keys() == _TEXT_PART for part in content):
            text = "The content is a list; the server's own API requires a string."
            severity = None if api == "native" else WARNING
            yield at_message(index, text, ("content",), severity=severity, variant="native", kind="array")


def _wrong_outputs(chat: Chat) -> Iterator[Violation]:
    for result in chat.results:
        value, item = result.value, result.raw
        if isinstance(value, (str, list)) or item["type"] not in _OUTPUT_TYPES or "output" not in item:
            continue
        kind = _NAMES.get(type(value), "null")
        text = f"The output is {kind}, not text or a list of parts."
        word = kind.split(" ")[-1]
        yield at_message(result.message, text, ("output",), variant="output", kind=word, id=result.id)


def strip_end(context: RepairContext, finding: Finding) -> Fix | None:
    text = context.value(finding.at)
    if not isinstance(text, str):
        return None
    return Fix(
        "Remove the whitespace at the end",
        (replace(finding.at, text.rstrip()),),
        True,
        "Only whitespace is removed.",
        0.95,
    )


@rule("CO606", "assistant-trailing-whitespace", with_rules=("role-last-assistant",), fix=strip_end)
def assistant_trailing_whitespace(chat: Chat, target: Target) -> Iterator[Violation]:
    """The last message is from the assistant, and its text ends with whitespace.

    The provider would have to continue the text after the whitespace, which it refuses.

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
            yield at(events[-1], "The last text ends with whitespace.", "value")
