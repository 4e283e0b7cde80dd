"""UI messages of the Vercel AI SDK 4: what `useChat` stores (`UIMessage` of `@ai-sdk/ui-utils` 1.2, `ai` 4.3.19).

A call and its result are one `toolInvocation`, in `parts` or, before 4.2, in `toolInvocations`; where both are present
they say the same twice and `parts` counts, as in the SDK. Tool messages and lists of parts under `content` are Core
messages in a mixed history and are read as such.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from workbench.formats import vercel_v4_core
from workbench.formats.contract import (
    CERTAIN,
    LIKELY,
    NO_EVIDENCE,
    POSSIBLE,
    Event,
    Format,
    OpenModel,
    Shape,
)
from workbench.formats.vercel_request import read_tools, write_system
from workbench.json.media import is_image, media_type_of
from workbench.json.pointer import Path
from workbench.json.text import Json

# --- models -----------------------------------------------------------------------------------------------------


class ToolInvocation(OpenModel):
    state: Literal["partial-call", "call", "result"]
    toolCallId: str
    toolName: str
    args: Any = None
    step: int | None = None


class TextPart(OpenModel):
    type: Literal["text"]
    text: str


class ReasoningPart(OpenModel):
    type: Literal["reasoning"]
    reasoning: str
    details: list[dict[str, Any]]


class ToolInvocationPart(OpenModel):
    type: Literal["tool-invocation"]
    toolInvocation: ToolInvocation


class SourcePart(OpenModel):
    type: Literal["source"]
    source: dict[str, Any]


class FilePart(OpenModel):
    type: Literal["file"]
    mimeType: str
    data: str


class StepStartPart(OpenModel):
    type: Literal["step-start"]


class Attachment(OpenModel):
    url: str
    contentType: str | None = None
    name: str | None = None


Part = Annotated[
    TextPart | ReasoningPart | ToolInvocationPart | SourcePart | FilePart | StepStartPart, Field(discriminator="type")
]


class Message(OpenModel):
    id: str | None = None
    role: Literal["system", "user", "assistant", "data"]
    content: str
    parts: list[Part] | None = None
    toolInvocations: list[ToolInvocation] | None = None
    experimental_attachments: list[Attachment] | None = None


@cache
def model() -> TypeAdapter[Any]:
    return TypeAdapter(Message)


# --- recognition ------------------------------------------------------------------------------------------------

_ROLES = frozenset({"system", "user", "assistant", "data"})
_OWN_KEYS = frozenset({"toolInvocations", "experimental_attachments"})
_FOREIGN_KEYS = frozenset({"tool_calls", "tool_call_id", "function_call", "reasoning_content", "speaker", "messageId"})
_OWN_PART_KEYS = frozenset({"toolInvocation", "details", "mimeType"})
_SHARED_KINDS = frozenset({"text", "step-start"})


def recognise(shape: Shape) -> int:
    if shape.role not in _ROLES or shape.type or not shape.keys.isdisjoint(_FOREIGN_KEYS):
        return NO_EVIDENCE
    if not shape.keys.isdisjoint(_OWN_KEYS):
        return CERTAIN
    if "parts" not in shape.keys:
        if shape.role == "data" or (shape.content == "string" and {"id", "createdAt"} <= shape.keys):
            return LIKELY
        return POSSIBLE if shape.content == "string" else NO_EVIDENCE
    if shape.part_keys and "type" not in shape.part_keys:
        return NO_EVIDENCE  # Gemini and A2A name the kind of a part otherwise or not at all
    if not shape.part_keys.isdisjoint(_OWN_PART_KEYS) and "file" not in shape.part_keys:
        return CERTAIN
    if "source" in shape.kinds and "source" in shape.part_keys:
        return CERTAIN
    return LIKELY if shape.content == "string" and shape.kinds <= _SHARED_KINDS else NO_EVIDENCE


# --- events -----------------------------------------------------------------------------------------------------

_TEXT: Mapping[str, Path] = {"value": ("text",)}
_CONTENT: Mapping[str, Path] = {"value": ("content",)}
_THOUGHT: Mapping[str, Path] = {"value": ("reasoning",)}
_FILE: Mapping[str, Path] = {"value": ("data",), "media_type": ("mimeType",)}
_ATTACHMENT: Mapping[str, Path] = {"value": ("url",), "name": ("name",), "media_type": ("contentType",)}
_CALL: Mapping[str, Path] = {"id": ("toolCallId",), "name": ("toolName",), "value": ("args",), "state": ("state",)}
_RESULT: Mapping[str, Path] = {**_CALL, "value": ("result",)}
_WHOLE: Mapping[str, Path] = {}


def read(message: Json, index: int) -> list[Event]:
    if not isinstance(message, dict):
        return []
    content, parts, invocations = message.get("content"), message.get("parts"), message.get("toolInvocations")
    if message.get("role") == "tool" or (isinstance(content, list) and not isinstance(parts, list)):
        return vercel_v4_core.read(message, index)
    events: list[Event] = []
    if isinstance(parts, list) and message.get("role") != "system":  # the SDK takes a system prompt from `content`
        for at, part in enumerate(parts):
            events += _events(part, index, ("parts", at))
    else:
        for at, invocation in enumerate(invocations if isinstance(invocations, list) else ()):
            events += _invocation(invocation, index, ("toolInvocations", at))
        if isinstance(content, str) and (content or not events):
            events.append(Event("text", index, (), _CONTENT, message, value=content))
    attachments = message.get("experimental_attachments")
    for at, attachment in enumerate(attachments if isinstance(attachments, list) else ()):
        events.append(_attachment(attachment, index, ("experimental_attachments", at)))
    return events


def _events(part: Json, index: int, path: Path) -> list[Event]:
    kind = part.get("type") if isinstance(part, dict) else None
    if kind == "text":
        return [Event("text", index, path, _TEXT, part, value=part.get("text"))]
    if kind == "tool-invocation":
        return _invocation(part.get("toolInvocation"), index, (*path, "toolInvocation"))
    if kind == "reasoning":
        return [Event("thought", index, path, _THOUGHT, part, value=part.get("reasoning"))]
    if kind == "file":
        return [_media(part, part.get("data"), part.get("mimeType"), index, path, _FILE)]
    if kind == "step-start":  # a mark between two steps, which says nothing
        return []
    return [Event("other", index, path, _WHOLE, part, name=kind)]


def _invocation(invocation: Json, index: int, path: Path) -> list[Event]:
    if not isinstance(invocation, dict):
        return [Event("call", index, path, _WHOLE, invocation)]
    call_id, name = invocation.get("toolCallId"), invocation.get("toolName")
    call = Event("call", index, path, _CALL, invocation, call_id, name, invocation.get("args"))
    if "result" not in invocation:
        return [call]
    return [call, Event("result", index, path, _RESULT, invocation, call_id, name, invocation["result"])]


def _attachment(attachment: Json, index: int, path: Path) -> Event:
    if not isinstance(attachment, dict):
        return Event("other", index, path, _WHOLE, attachment, name="attachment")
    return _media(attachment, attachment.get("url"), attachment.get("contentType"), index, path, _ATTACHMENT)


def _media(part: Json, value: Json, declared: Json, index: int, path: Path, places: Mapping[str, Path]) -> Event:
    media_type = media_type_of(declared, value)
    kind = "image" if is_image(media_type) else "file"
    return Event(kind, index, path, places, part, value=value, media_type=media_type)


# --- repair -----------------------------------------------------------------------------------------------------


def complete(invocation: Json, text: str) -> Json:
    return {**invocation, "state": "result", "result": text}


FORMAT = Format(
    name="vercel-v4-ui",
    title="Vercel AI SDK 4 UIMessage",
    recognise=recognise,
    read=read,
    roles={"system": "system", "user": "user", "assistant": "assistant", "tool": "tool"},
    model=model,
    complete=complete,
    own_target="ai@4",
    read_tools=read_tools,
    write_tools=vercel_v4_core.write_tools,
    write_system=write_system,
    # No `answer`: a result is not a block of its own here, it is part of its call.
)
