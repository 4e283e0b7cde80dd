"""LangChain → OpenAI Chat, as `langchain-openai` sends it.

Calls that could not be parsed are sent unchanged. Copies of calls among the content blocks, the `artifact` and `status`
of a result, and the metadata of a response (`response_metadata`, `usage_metadata`) are not sent. An instruction to
delete a message (`remove`) is not a message. Thoughts go into the field that compatible servers accept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from workbench.converters.contract import Converted, Edge
from workbench.converters.events_to_openai_chat import answer_message, content_of, part_of, result_message
from workbench.formats.contract import Event, with_events
from workbench.formats.langchain.events import read
from workbench.formats.langchain.recognition import ROLES
from workbench.json.text import Json, JsonObject

_OWN_PARTS = frozenset({"image_url", "input_audio", "refusal"})
"""Blocks that already have OpenAI's form."""


def langchain_to_openai_chat(messages: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    for sources, message, events in with_events(messages, read):
        if isinstance(message, dict) and message.get("type") != "remove":
            yield Converted(_message(message, events), sources)


def _message(message: dict[str, Json], events: list[Event]) -> Json:
    if events and events[0].kind == "result":
        content = content_of(events[1:], _part) if isinstance(events[0].value, list) else None
        return result_message(events[0], content)
    kind = message.get("type")
    role = ROLES.get(kind, "other") if isinstance(kind, str) else "other"
    name_field = {"name": message["name"]} if "name" in message and isinstance(message["name"], str) else {}
    if role == "assistant":
        answer = answer_message(events, _part)
        if name_field:
            answer |= name_field
        if "additional_kwargs" in message:
            answer |= _legacy_call(message)
        return answer
    if role == "tool":
        return {"role": "function", **name_field, "content": content_of(events, _part)}
    is_null = "content" in message and message["content"] is None  # stays null, so that the provider's error shows
    return {"role": _sent_role(message, role), **name_field, "content": None if is_null else content_of(events, _part)}


def _legacy_call(message: dict[str, Json]) -> dict[str, Json]:
    """Return a legacy function call, which LangChain stores in `additional_kwargs` and sends unchanged."""
    extra = message.get("additional_kwargs")
    call = extra.get("function_call") if isinstance(extra, dict) else None
    return {"function_call": call} if isinstance(call, dict) else {}


def _sent_role(message: dict[str, Json], role: str) -> Json:
    """Return the role to send. A chat message names its own; `additional_kwargs` marks a developer message."""
    if role == "other":
        return message.get("role", message.get("type"))
    if "additional_kwargs" in message:
        extra = message["additional_kwargs"]
        if isinstance(extra, dict) and extra.get("__openai_role__") == "developer":
            return "developer"
    return "developer" if message["type"] == "developer" else role


def _part(event: Event) -> JsonObject | None:
    raw = event.raw
    if isinstance(raw, dict):
        kind = raw.get("type")
        if (isinstance(kind, str) and kind in _OWN_PARTS) or isinstance(raw.get("file"), dict):
            return raw
        source = raw.get("source")
        if event.kind == "file" and isinstance(source, dict) and source.get("type") == "text":
            return {"type": "text", "text": source.get("data")}  # Anthropic's text document, which is not base64
    return part_of(event)


EDGE = Edge(
    "langchain",
    "openai-chat",
    langchain_to_openai_chat,
    "what LangChain's OpenAI integration sends",
    reads_events=True,
)
