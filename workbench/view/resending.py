"""An edited request: one message and the request-level settings, as editable text."""

from __future__ import annotations

import json
from typing import NamedTuple

from workbench.conversation import Conversation
from workbench.conversion import as_conversation
from workbench.formats import FORMATS
from workbench.json.text import Json
from workbench.outputs.as_json import indented
from workbench.replays import ReplayRecord
from workbench.replays.endpoint import Endpoint
from workbench.replays.wire_format import target_at, wire_format


class NotJsonError(ValueError):
    """The typed text is not JSON of the required kind. `str` gives a sentence for the user."""


class Editable(NamedTuple):
    """A request as two texts: one message, and everything outside the messages."""

    message: str
    settings: str


def message_count(record: ReplayRecord) -> int:
    return len(_messages(record))


def editable(record: ReplayRecord, number: int) -> Editable:
    messages = _messages(record)
    message = indented(messages[number]) if 0 <= number < len(messages) else ""
    settings = {key: value for key, value in record.request.items() if key != _list_key(record)}
    return Editable(message, indented(settings))


def edited_body(record: ReplayRecord, number: int, edited: Editable) -> dict[str, Json]:
    """Return the request with both texts inserted. An empty message is removed. Raises NotJsonError."""
    settings = _parsed(edited.settings, "The request without its messages")
    if not isinstance(settings, dict):
        raise NotJsonError('The request without its messages must be an object, like {"temperature": 0}.')
    messages = list(_messages(record))
    messages[number : number + 1] = [_parsed(edited.message, f"Message {number}")] if edited.message.strip() else []
    return {key: messages if key == _list_key(record) else settings[key] for key in _keys(record, settings)}


def _keys(record: ReplayRecord, settings: dict[str, Json]) -> list[str]:
    """Return the keys of the request in their original order, with new ones last."""
    own = _list_key(record)
    known = [key for key in record.request if key == own or key in settings]
    return [*known, *(key for key in settings if key not in record.request and key != own)]


def edited_conversation(record: ReplayRecord, body: dict[str, Json]) -> Conversation:
    """Return the edited request as a conversation, so a refusal can be located in it."""
    return as_conversation(record.name, body, record.wire)


def cannot_resend(record: ReplayRecord, endpoint: Endpoint | None) -> str:
    """Return the reason why this request cannot be sent to the chosen endpoint; empty if it can."""
    if not isinstance(record.request, dict):
        return "Nothing was sent in this replay, so there is no request to edit."
    if endpoint is None:
        return ""
    required = wire_format(endpoint, target_at(endpoint, record.wire))
    if required.name == record.wire:
        return ""
    written = FORMATS[record.wire].title
    return (
        f"This request is for {written}, but {endpoint.name} uses {required.title}. Send the conversation there first."
    )


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
