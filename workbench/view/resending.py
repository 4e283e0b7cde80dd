"""An edited request: one message and what is sent outside the messages, as text that a person can change."""

from __future__ import annotations

import json
from typing import NamedTuple

from workbench.conversation import Conversation
from workbench.converters.document import as_conversation
from workbench.formats import FORMATS
from workbench.json.text import Json
from workbench.outputs.as_json import indented
from workbench.replays import ReplayRecord
from workbench.replays.endpoint import Endpoint
from workbench.replays.wire_format import wire_format
from workbench.targets import target_for


class NotJsonError(ValueError):
    """What was typed is no JSON of the kind that belongs there. `str` is a sentence for the person who typed it."""


class Editable(NamedTuple):
    """A request in two texts."""

    message: str
    beside: str


def message_count(record: ReplayRecord) -> int:
    return len(_messages(record))


def editable(record: ReplayRecord, number: int) -> Editable:
    messages = _messages(record)
    message = indented(messages[number]) if 0 <= number < len(messages) else ""
    beside = {key: value for key, value in record.request.items() if key != _list_key(record)}
    return Editable(message, indented(beside))


def edited_body(record: ReplayRecord, number: int, edited: Editable) -> dict[str, Json]:
    """The request with both texts in place. An empty message is left out. Raises NotJsonError."""
    beside = _parsed(edited.beside, "The request without its messages")
    if not isinstance(beside, dict):
        raise NotJsonError('The request without its messages must be an object, like {"temperature": 0}.')
    messages = list(_messages(record))
    messages[number : number + 1] = [_parsed(edited.message, f"Message {number}")] if edited.message.strip() else []
    return {key: messages if key == _list_key(record) else beside[key] for key in _keys(record, beside)}


def _keys(record: ReplayRecord, beside: dict[str, Json]) -> list[str]:
    """In the order in which they were sent; new ones last."""
    own = _list_key(record)
    known = [key for key in record.request if key == own or key in beside]
    return [*known, *(key for key in beside if key not in record.request and key != own)]


def edited_conversation(record: ReplayRecord, body: dict[str, Json]) -> Conversation:
    """The edited request as a conversation of its own, so that a refusal of it is located in it."""
    return as_conversation(record.name, body, record.wire)


def cannot_resend(record: ReplayRecord, endpoint: Endpoint | None) -> str:
    """Why this request cannot go to the endpoint that is chosen now; empty if it can."""
    if not isinstance(record.request, dict):
        return "Nothing was sent in this replay, so there is no request to edit."
    if endpoint is None:
        return ""
    spoken = wire_format(endpoint, target_for(endpoint.target, record.wire))
    if spoken.name == record.wire:
        return ""
    written = FORMATS[record.wire].title
    return f"This request is for {written}, but {endpoint.name} uses {spoken.title}. Send the conversation there first."


def _parsed(text: str, what: str) -> Json:
    try:
        return json.loads(text)
    except json.JSONDecodeError as fault:
        raise NotJsonError(f"{what} is not JSON: {fault.msg} in line {fault.lineno}, column {fault.colno}.") from fault
    except RecursionError as fault:
        raise NotJsonError(f"{what} is nested too deep.") from fault


def _list_key(record: ReplayRecord) -> str:
    return FORMATS[record.wire].list_key


def _messages(record: ReplayRecord) -> list[Json]:
    messages: Json = record.request.get(_list_key(record)) if isinstance(record.request, dict) else None
    return messages if isinstance(messages, list) else []
