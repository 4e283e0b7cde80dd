"""A whole conversation in another format: the list of messages, or the request body where it was one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from workbench.conversation import Conversation, Detection
from workbench.converters import ANYBODY, Edge, route, sent_as
from workbench.formats import FORMATS
from workbench.json.text import Json
from workbench.stages import Column, columns_along


def converted_document(conversation: Conversation, to: str, via: tuple[str, ...] = (), sent_by: str = "") -> Json:
    """By the shortest route, through the formats in `via` if any are given. Raises NoRouteError if there is none."""
    return document_of(conversation, columns_along(conversation, hops(conversation.format, to, via, sent_by))[-1])


def hops(source: str, to: str, via: tuple[str, ...] = (), sent_by: str = "") -> Sequence[Edge]:
    """`sent_by` names the program that converts, where it has its own conversion.

    By default an edge keeps what any program keeps, because whoever asks for another format is about to leave the
    program. Where that edge is itself one program's way, the way of the program that sends the format is taken.
    """
    edges = route(source, to, tuple(stop for stop in via if stop not in (source, to)))
    own = FORMATS[source].sent_by if edges and edges[-1].sent_by else ANYBODY
    return sent_as(edges, sent_by or own)


def document_of(conversation: Conversation, column: Column) -> Json:
    """The column as a document of the same kind as the file: a bare list, or a body with its settings.

    A framework has no requests: its document is the list that it loads, with the model named in it where it names one.
    """
    form = FORMATS[column.format]
    messages = list(column.messages)
    beside = dict(column.settings)
    if form.traits.is_framework:
        model = beside.get("model", FORMATS[conversation.format].named_model(conversation.messages))
        return form.with_model(messages, model) if form.with_model and isinstance(model, str) else messages
    if not is_body(conversation) and not beside:
        return messages
    first = {"model": beside.pop("model")} if "model" in beside else {}
    return {**first, form.list_key: messages, **beside}


def is_body(conversation: Conversation) -> bool:
    """Whether the file is a request around its list of messages, and not the list alone, an answer or an A2A task."""
    return isinstance(conversation.payload, dict) and bool(conversation.base) and conversation.places is None


def as_conversation(
    name: str, document: Json, format_name: str, beside: Mapping[str, Json] | None = None
) -> Conversation:
    """A document that this module made, as a conversation of its own; a list may have settings beside it."""
    form = FORMATS[format_name]
    body = isinstance(document, dict)
    messages = document[form.list_key] if body else document
    settings = {key: value for key, value in document.items() if key != form.list_key} if body else dict(beside or {})
    base = f"/{form.list_key}" if body else ""
    detection = Detection(format_name, form.dialect(messages), candidates=(format_name,))
    return Conversation(name, document, messages, base, settings=settings, detection=detection)
