"""Convert an entire conversation to another format: a message list, or a request body if the file is one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from workbench.conversation import Conversation, Detection
from workbench.converters import ANYBODY, Edge, route, sent_as
from workbench.formats import FORMATS
from workbench.json.text import Json
from workbench.stages import Column, columns_along


def converted_document(conversation: Conversation, to: str, via: tuple[str, ...] = (), sent_by: str = "") -> Json:
    """Convert by the shortest route, through the formats in `via` if given. Raise NoRouteError if there is no route."""
    return document_of(conversation, columns_along(conversation, hops(conversation.format, to, via, sent_by))[-1])


def hops(source: str, to: str, via: tuple[str, ...] = (), sent_by: str = "") -> Sequence[Edge]:
    """Return the edges from one format to another. `sent_by` names the program whose conversion is used.

    By default an edge keeps everything that any program keeps, because a user who converts is about to leave the
    program. If that edge itself belongs to one program, the program that usually sends the format decides.
    """
    edges = route(source, to, tuple(stop for stop in via if stop not in (source, to)))
    default_program = FORMATS[source].sent_by if edges and edges[-1].sent_by else ANYBODY
    return sent_as(edges, sent_by or default_program)


def document_of(conversation: Conversation, column: Column) -> Json:
    """Return the column as a document of the same kind as the file: a bare list, or a body with its settings.

    A framework has no request bodies: its document is the list that it loads, with the model's name if it stores one.
    """
    form = FORMATS[column.format]
    messages = list(column.messages)
    settings = dict(column.settings)
    if form.traits.is_framework:
        model = settings.get("model", FORMATS[conversation.format].named_model(conversation.messages))
        return form.with_model(messages, model) if form.with_model and isinstance(model, str) else messages
    if not is_body(conversation) and not settings:
        return messages
    first = {"model": settings.pop("model")} if "model" in settings else {}
    return {**first, form.list_key: messages, **settings}


def is_body(conversation: Conversation) -> bool:
    """Whether the file is a request body, and not a bare message list, a response or an A2A task."""
    return isinstance(conversation.payload, dict) and bool(conversation.base) and conversation.places is None


def as_conversation(
    name: str, document: Any, format_name: str, list_settings: Mapping[str, Json] | None = None
) -> Conversation:
    """Return a document of this module as a conversation. `list_settings` are the settings of a bare list."""
    form = FORMATS[format_name]
    has_body = isinstance(document, dict)
    messages = document[form.list_key] if has_body else document
    body_settings = {key: value for key, value in document.items() if key != form.list_key} if has_body else {}
    settings = body_settings if has_body else dict(list_settings or {})
    base = f"/{form.list_key}" if has_body else ""
    detection = Detection(format_name, form.dialect(messages), candidates=(format_name,))
    return Conversation(name, document, messages, base, settings=settings, detection=detection)
