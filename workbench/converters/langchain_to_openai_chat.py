"""LangChain → OpenAI Chat, as `langchain-openai` sends it.

Calls that could not be parsed are sent as they were written. A copy of a call among the content blocks, the `artifact`
and `status` of a result, and what is known about a response (`response_metadata`, `usage_metadata`) are not sent; an
order to forget a message (`remove`) is no message. Thoughts go where compatible servers take them back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from workbench.converters.chat_pieces import answer_message, content_of, part_of, result_message
from workbench.converters.contract import Converted, Edge
from workbench.formats.contract import Event, events_of
from workbench.formats.langchain.events import read
from workbench.formats.langchain.recognition import ROLES
from workbench.json.text import Json

_OWN_PARTS = frozenset({"image_url", "input_audio", "refusal"})
"""Blocks that are written as OpenAI has them."""


def langchain_to_openai_chat(messages: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    for index, (message, events) in enumerate(zip(messages, events_of(messages, read), strict=True)):
        if isinstance(message, dict) and message.get("type") != "remove":
            yield Converted(_message(message, events), (index,))


def _message(message: dict[str, Json], events: list[Event]) -> Json:
    if events and events[0].kind == "result":
        content = content_of(events[1:], _part) if isinstance(events[0].value, list) else None
        return result_message(events[0], content)
    kind = message.get("type")
    role = ROLES.get(kind, "other") if isinstance(kind, str) else "other"
    named = {"name": message["name"]} if isinstance(message.get("name"), str) else {}
    if role == "assistant":
        answer = answer_message(events, _part)
        if named:
            answer |= named
        if "additional_kwargs" in message:
            answer |= _old_call(message)
        return answer
    if role == "tool":
        return {"role": "function", **named, "content": content_of(events, _part)}
    nothing = "content" in message and message["content"] is None  # passed on, so that its refusal is seen
    return {"role": _word(message, role), **named, "content": None if nothing else content_of(events, _part)}


def _old_call(message: dict[str, Json]) -> dict[str, Json]:
    """A call of the time before tools, which LangChain keeps beside the content and sends as it is."""
    beside = message.get("additional_kwargs")
    called = beside.get("function_call") if isinstance(beside, dict) else None
    return {"function_call": called} if isinstance(called, dict) else {}


def _word(message: dict[str, Json], role: str) -> Json:
    """A chat message says who speaks; a developer's is a system message that says so beside its content."""
    if role == "other":
        return message.get("role", message.get("type"))
    beside = message.get("additional_kwargs")
    developer = message["type"] == "developer" or (
        isinstance(beside, dict) and beside.get("__openai_role__") == "developer"
    )
    return "developer" if developer else role


def _part(event: Event) -> Json | None:
    raw = event.raw
    if isinstance(raw, dict):
        kind = raw.get("type")
        if (isinstance(kind, str) and kind in _OWN_PARTS) or isinstance(raw.get("file"), dict):
            return raw
    return part_of(event)


EDGE = Edge(
    "langchain",
    "openai-chat",
    langchain_to_openai_chat,
    "what LangChain's OpenAI integration sends",
    reads_events=True,
)
