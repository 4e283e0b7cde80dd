"""The attributes of a span → the messages of its request, in any of the conventions in use."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns, image_part, plain, text_part
from workbench.sources.contract import Found
from workbench.sources.genai_messages import FORMAT as GENAI
from workbench.sources.genai_messages import add_genai, add_instructions, is_genai
from workbench.sources.reading import as_text, in_text, member, objects, opened
from workbench.sources.recorded_calls import call_in
from workbench.sources.spans import Attributes, Span
from workbench.sources.transcript import Transcript

WHOLE_REQUESTS = (
    "request_data", "gen_ai.request.messages", "pydantic_ai.all_messages", "all_messages_events", "events",
    "langfuse.observation.input", "lmnr.span.input", "braintrust.input_json", "traceloop.entity.input", "gen_ai.prompt",
)  # fmt: skip
"""Attributes in which libraries store a request, or its messages, as JSON."""
_OPENINFERENCE_CALL: Mapping[str, Path] = {
    "tool_call.id": ("id",),
    "tool_call.function.name": ("function", "name"),
    "tool_call.function.arguments": ("function", "arguments"),
}
_NUMBERED_CALL: Mapping[str, Path] = {
    "id": ("id",),
    "name": ("function", "name"),
    "arguments": ("function", "arguments"),
}
_OWN_FIELDS = ("role", "content", "tool_call_id")
_INPUT_NAME = re.compile(r"(?:^|[._])(?:prompts?|messages|inputs?|request(?:[._]body)?)$")
_OUTPUT_NAME = re.compile(r"output|completion|response|result")
_INDEXED = re.compile(r"^(?P<number>\d{1,9})\.(?P<field>.+)$")


def request_of(span: Span) -> Found | None:
    """Return the request of a span. The most complete representation is tried first."""
    return (
        _genai(span)
        or _openinference_raw(span)
        or _openinference(span)
        or _numbered(span)
        or _ai_sdk(span)
        or _library_request(span)
        or _events(span)
    )


def request_under_any_name(span: Span) -> Found | None:
    """Return the request of an unknown library: messages in an attribute whose name ends like an input."""
    inputs = (name for name in span.attributes if _INPUT_NAME.search(name) and not _OUTPUT_NAME.search(name))
    held = (call_in(*span.attributes[name]) for name in inputs)
    return next((found for found in held if found is not None), None)


def _genai(span: Span) -> Found | None:
    attributes = _details(span)
    held, at = attributes.get("gen_ai.input.messages", (None, ()))
    if held is None:
        return None
    messages = opened(held)
    if isinstance(messages, list) and messages and not any(map(is_genai, messages)):
        return call_in(messages, at)  # some programs store the messages of their API in this attribute
    transcript = Transcript()
    instructions, place = attributes.get("gen_ai.system_instructions", (None, ()))
    if not _begins_with(messages, opened(instructions)):
        add_instructions(transcript, opened(instructions), place)
    add_genai(transcript, messages, at)
    if not transcript.messages:
        return None
    output, place = attributes.get("gen_ai.output.messages", (None, ()))
    answer = Transcript()
    add_genai(answer, opened(output), place)
    return Found(transcript.messages, transcript.places, GENAI, at=place, response=answer.messages or None)


def _begins_with(messages: object, instructions: object) -> bool:
    """Whether the first message has the same words as the instructions, which some programs record in both places."""
    first = member(messages, 0)
    words = _words(instructions)
    return member(first, "role") == "system" and bool(words) and _words(member(first, "parts")) == words


def _words(parts: object) -> str:
    return (
        in_text(parts)
        if isinstance(parts, str)
        else "\n".join(in_text(part.get("content")) for _, part in objects(parts))
    )


def _details(span: Span) -> Attributes:
    """Return the attributes with the messages, which can also be on an event of the span."""
    if "gen_ai.input.messages" in span.attributes:
        return span.attributes
    return next((fields for _, fields in span.events if "gen_ai.input.messages" in fields), span.attributes)


def _openinference_raw(span: Span) -> Found | None:
    """Return the complete request body, if it was recorded."""
    held, at = span.attributes.get("input.value", (None, ()))
    body = opened(held)
    if isinstance(body, list) and not any(name.startswith("llm.input_messages.") for name in span.attributes):
        return call_in(body, at)
    if not isinstance(body, dict) or not any(
        isinstance(body.get(key), list) for key in ("messages", "input", "contents")
    ):
        return None
    return call_in(body, at)


def _groups(attributes: Attributes, prefix: str) -> dict[int, Attributes]:
    """`prefix.3.role` → 3: role."""
    groups: dict[int, Attributes] = defaultdict(dict)
    for name, spot in attributes.items():
        if name.startswith(prefix) and (found := _INDEXED.match(name[len(prefix) :])):
            groups[int(found["number"])][found["field"]] = spot
    return dict(sorted(groups.items()))


def _value(fields: Attributes, name: str) -> Any:
    return fields.get(name, (None, ()))[0]


def _place(fields: Attributes) -> Path:
    return next((place for _, place in fields.values()), ())


def _openinference(span: Span) -> Found | None:
    turns = ChatTurns()
    for fields in _groups(span.attributes, "llm.input_messages.").values():
        _openinference_message(turns, {name.removeprefix("message."): spot for name, spot in fields.items()})
    return Found(turns.messages, turns.places, FORMAT, joined=turns.joined) if turns.messages else None


def _openinference_message(turns: ChatTurns, fields: Attributes) -> None:
    calls = [
        Call(
            _value(call, "tool_call.id"),
            _value(call, "tool_call.function.name"),
            _value(call, "tool_call.function.arguments"),
            _place(call),
        )
        for call in _groups(fields, "tool_calls.").values()
    ]
    parts = [_openinference_part(part) for part in _groups(fields, "contents.").values()]
    content = plain(parts) if parts else _value(fields, "content")
    _add_message(turns, as_text(_value(fields, "role")), content, calls, _value(fields, "tool_call_id"), _place(fields))
    _note_fields(turns, fields, _OPENINFERENCE_CALL)


def _openinference_part(fields: Attributes) -> Json:
    image = _value(fields, "message_content.image.image.url")
    return image_part(image) if image else text_part(in_text(_value(fields, "message_content.text")))


def _numbered(span: Span) -> Found | None:
    """Read `gen_ai.prompt.0.content`, as older versions of OpenLLMetry write it."""
    turns = ChatTurns()
    for fields in _groups(span.attributes, "gen_ai.prompt.").values():
        calls = [
            Call(_value(call, "id"), _value(call, "name"), _value(call, "arguments"), _place(call))
            for call in _groups(fields, "tool_calls.").values()
        ]
        content = opened(_value(fields, "content"))
        words = content if isinstance(content, (str, list)) or content is None else in_text(content)
        _add_message(
            turns, as_text(_value(fields, "role")), words, calls, _value(fields, "tool_call_id"), _place(fields)
        )
        _note_fields(turns, fields, _NUMBERED_CALL)
    return Found(turns.messages, turns.places, FORMAT) if turns.messages else None


def _add_message(turns: ChatTurns, role: str, content: object, calls: list[Call], answers: object, at: Path) -> None:
    if role in {"assistant", "model", "ai"} or calls:
        turns.answer(content, calls, at)
    elif role == "tool":
        turns.result(answers, content, at)
    elif content is not None:
        turns.say(role or "user", content, at)


def _note_fields(turns: ChatTurns, fields: Attributes, names_in_call: Mapping[str, Path]) -> None:
    """Record the attribute of each field of the message that was added last."""
    index = len(turns) - 1
    if turns.places.get((index,)) != _place(fields):
        return  # no message was added for these attributes
    own: list[tuple[Path, Path]] = [((name,), fields[name][1]) for name in _OWN_FIELDS if name in fields]
    for number, call in enumerate(_groups(fields, "tool_calls.").values()):
        own += [(("tool_calls", number, *path), call[name][1]) for name, path in names_in_call.items() if name in call]
    turns.note(index, own)
    for name, (_, place) in fields.items():
        if name.startswith("contents."):
            turns.join((index, "content"), place)


def _ai_sdk(span: Span) -> Found | None:
    """The messages as they were sent; the span around the calls has what the program gave, maybe one prompt alone."""
    held, at = span.attributes.get("ai.prompt.messages", span.attributes.get("ai.prompt", (None, ())))
    given = opened(held)
    if not isinstance(member(given, "prompt"), str):
        return call_in(held, at)
    turns = ChatTurns()
    for role, key in (("system", "system"), ("user", "prompt")):
        if words := as_text(member(given, key)):
            turns.say(role, words, (*at, key))
    return Found(turns.messages, turns.places, FORMAT) if turns.messages else None


def _library_request(span: Span) -> Found | None:
    """Return a request, or its messages, from an attribute of a specific library."""
    held = (call_in(*span.attributes[name]) for name in WHOLE_REQUESTS if name in span.attributes)
    return next((found for found in held if found is not None), None)


def _events(span: Span) -> Found | None:
    """Read one event for each message, as in the convention before version 1.37."""
    turns = ChatTurns()
    for name, fields in span.events:
        kind = name.removeprefix("gen_ai.").removesuffix(".message")
        if kind not in {"system", "user", "assistant", "tool"} or not name.endswith(".message"):
            continue
        calls = [
            Call(
                member(call, "id"),
                member(call, "function", "name"),
                member(call, "function", "arguments"),
                _place(fields),
            )
            for call in opened(_value(fields, "tool_calls")) or ()
        ]
        _add_message(turns, kind, _value(fields, "content"), calls, _value(fields, "id"), _place(fields))
    return Found(turns.messages, turns.places, FORMAT) if turns.messages else None
