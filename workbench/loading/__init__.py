"""Load conversations of any format from a path, bytes or pasted text.

1. `inputs`, `folder` and `archive` turn the input into named documents, and `decode` turns bytes into text.
2. `document` finds the values in a document, with the help of `lines`, `pasted_values`, `curl`, `har` and `events`.
   Each value is read by `strict`, or by `tolerant` if it is not quite JSON.
3. `conversations` and `find_messages` find the messages in a value, and `detection` recognises their format.

`LoadError` is the only exception, whatever the input is.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from workbench import detection
from workbench.conversation import Conversation, Note
from workbench.credentials import address_without_credentials, report_without_credentials
from workbench.defects import Part, report_defect
from workbench.json.pointer import leaves, replaced
from workbench.json.text import Json
from workbench.loading.conversations import conversations_in_value, no_conversation
from workbench.loading.document import read_document
from workbench.loading.error import DefectiveReading, LoadError
from workbench.loading.inputs import Document, documents
from workbench.loading.refusals import refusal_in

__all__ = ["LoadError", "load", "load_all", "load_value"]


def load(source: str | os.PathLike[str] | bytes, name: str | None = None, format: str | None = None) -> Conversation:  # noqa: A002 - the word that users say
    """Return the only or first conversation. Its notes report what could not be read before it."""
    failures: list[LoadError] = []
    for item in load_all(source, name, format):
        if isinstance(item, Conversation):
            if not failures:
                return item
            notes = [Note("unreadable-member", str(failure)) for failure in failures]
            return replace(item, notes=(*item.notes, *notes))
        failures.append(item)
    raise failures[0]


def load_all(
    source: str | os.PathLike[str] | bytes,
    name: str | None = None,
    format: str | None = None,  # noqa: A002
) -> Iterator[Conversation | LoadError]:
    """Yield every conversation of a file, folder or archive; one that cannot be read is a `LoadError` in its place."""
    for document in documents(source, name):
        if isinstance(document, LoadError):
            yield document
            continue
        for item in _conversations(document):
            if isinstance(item, LoadError):
                item.partial = item.partial and _detected(replace(item.partial, name=item.name), format)
                yield item
            else:
                conversation = replace(item, notes=(*document.notes, *item.notes)) if document.notes else item
                yield _detected(conversation, format)


def load_value(value: object, name: str, format: str | None = None) -> Conversation:  # noqa: A002
    """Return the only or first conversation of a JSON value that the caller has already parsed."""
    for item in conversations_in_value(value, name, []):
        if isinstance(item, LoadError):
            raise item
        return _detected(item, format)
    raise no_conversation(value, name)


def _detected(conversation: Conversation, format: str | None) -> Conversation:  # noqa: A002
    """Return the conversation with its format, and without the credentials that were recorded with it.

    Nothing that follows needs them.
    """
    if conversation.endpoint or conversation.may_hold_refusal:
        conversation = replace(
            conversation,
            endpoint=address_without_credentials(conversation.endpoint),
            response=_response_without_credentials(conversation.response),
            refusal=report_without_credentials(conversation.refusal),
            around=report_without_credentials(conversation.around),
        )
    return detection.detected(conversation, format)


def _response_without_credentials(response: Json) -> Json:
    """Mask credentials in a refusal, which may repeat the key. The text of an answer does not change."""
    if not refusal_in(response):
        return response
    wrapper: Any = {"response": response}
    for path, text in leaves(wrapper):
        if isinstance(text, str) and (masked := report_without_credentials(text)) != text:
            wrapper = replaced(wrapper, path, masked)
    return wrapper["response"]


def _conversations(document: Document) -> Iterator[Conversation | LoadError]:
    try:
        yield from read_document(document.content, document.name)
    except LoadError as fault:
        fault.name = fault.name or document.name
        yield fault
    except Exception as defect:  # noqa: BLE001 - a defect of a reader is reported for this file
        yield DefectiveReading(report_defect(Part.READER, "a reader", defect), document.name)
