"""The attributes of a span → the messages of the request that it records, in the four ways that are in use."""

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
from workbench.sources.reading import as_text, in_text, member, opened
from workbench.sources.recorded_calls import call_in
from workbench.sources.spans import Attributes, Span
from workbench.sources.transcript import Transcript

WHOLE_REQUESTS = (
    "request_data", "pydantic_ai.all_messages", "all_messages_events", "events", "langfuse.observation.input",
    "lmnr.span.input", "braintrust.input_json", "traceloop.entity.input", "gen_ai.prompt",
)  # fmt: skip
"""Attributes in which libraries keep a request, or its messages, as JSON."""
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
_ASKING = re.compile(r"(?:^|[._])(?:prompts?|messages|inputs?|request(?:[._]body)?)$")
_ANSWERING = re.compile(r"output|completion|response|result")
_INDEXED = re.compile(r"^(?P<number>\d+)\.(?P<field>.+)$")


def request_of(span: Span) -> Found | None:
    """The request that a span records; what tells most of it comes first."""
    return (
        _genai(span)
        or _openinference_raw(span)
        or _openinference(span)
        or _numbered(span)
        or _ai_sdk(span)
        or _kept_whole(span)
        or _events(span)
    )


def request_under_any_name(span: Span) -> Found | None:
    """The request of a library that nobody knows: its messages, under a name that ends like one for what is asked."""
    asked = (name for name in span.attributes if _ASKING.search(name) and not _ANSWERING.search(name))
    held = (call_in(*span.attributes[name]) for name in asked)
    return next((found for found in held if found is not None), None)


def _genai(span: Span) -> Found | None:
    attributes = _details(span)
    held, at = attributes.get("gen_ai.input.messages", (None, ()))
    if held is None:
        return None
    messages = opened(held)
    if isinstance(messages, list) and messages and not any(map(is_genai, messages)):
        return call_in(messages, at)  # some programs put the messages of their API under this name
    transcript = Transcript()
    instructions, place = attributes.get("gen_ai.system_instructions", (None, ()))
    add_instructions(transcript, opened(instructions), place)
    add_genai(transcript, messages, at)
    if not transcript.messages:
        return None
    output, place = attributes.get("gen_ai.output.messages", (None, ()))
    answer = Transcript()
    add_genai(answer, opened(output), place)
    return Found(transcript.messages, transcript.places, GENAI, at=place, response=answer.messages or None)


def _details(span: Span) -> Attributes:
    """The attributes with the messages, which may be on an event of the span instead."""
    if "gen_ai.input.messages" in span.attributes:
        return span.attributes
    return next((fields for _, fields in span.events if "gen_ai.input.messages" in fields), span.attributes)


def _openinference_raw(span: Span) -> Found | None:
    """The request as the provider got it, where it was kept whole."""
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
    _say(turns, as_text(_value(fields, "role")), content, calls, _value(fields, "tool_call_id"), _place(fields))
    _note_fields(turns, fields, _OPENINFERENCE_CALL)


def _openinference_part(fields: Attributes) -> Json:
    image = _value(fields, "message_content.image.image.url")
    return image_part(image) if image else text_part(in_text(_value(fields, "message_content.text")))


def _numbered(span: Span) -> Found | None:
    """`gen_ai.prompt.0.content`, as OpenLLMetry wrote it for years."""
    turns = ChatTurns()
    for fields in _groups(span.attributes, "gen_ai.prompt.").values():
        calls = [
            Call(_value(call, "id"), _value(call, "name"), _value(call, "arguments"), _place(call))
            for call in _groups(fields, "tool_calls.").values()
        ]
        content = opened(_value(fields, "content"))
        words = content if isinstance(content, (str, list)) or content is None else in_text(content)
        _say(turns, as_text(_value(fields, "role")), words, calls, _value(fields, "tool_call_id"), _place(fields))
        _note_fields(turns, fields, _NUMBERED_CALL)
    return Found(turns.messages, turns.places, FORMAT) if turns.messages else None


def _say(turns: ChatTurns, role: str, content: object, calls: list[Call], answers: object, at: Path) -> None:
    if role in {"assistant", "model", "ai"} or calls:
        turns.answer(content, calls, at)
    elif role == "tool":
        turns.result(answers, content, at)
    elif content is not None:
        turns.say(role or "user", content, at)


def _note_fields(turns: ChatTurns, fields: Attributes, names_in_call: Mapping[str, Path]) -> None:
    """Note the attribute of each field of the message that was added last: every one of them is a value of the span."""
    index = len(turns) - 1
    if turns.places.get((index,)) != _place(fields):
        return  # the attributes gave no message
    own: list[tuple[Path, Path]] = [((name,), fields[name][1]) for name in _OWN_FIELDS if name in fields]
    for number, call in enumerate(_groups(fields, "tool_calls.").values()):
        own += [(("tool_calls", number, *path), call[name][1]) for name, path in names_in_call.items() if name in call]
    turns.note(index, own)
    for name, (_, place) in fields.items():
        if name.startswith("contents."):
            turns.join((index, "content"), place)


def _ai_sdk(span: Span) -> Found | None:
    held, at = span.attributes.get("ai.prompt.messages", span.attributes.get("ai.prompt", (None, ())))
    return call_in(held, at)


def _kept_whole(span: Span) -> Found | None:
    """A request, or its messages, under a name that one library gives it."""
    held = (call_in(*span.attributes[name]) for name in WHOLE_REQUESTS if name in span.attributes)
    return next((found for found in held if found is not None), None)


def _events(span: Span) -> Found | None:
    """One event for each message, as the convention had it before version 1.37."""
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
        _say(turns, kind, _value(fields, "content"), calls, _value(fields, "id"), _place(fields))
    return Found(turns.messages, turns.places, FORMAT) if turns.messages else None
