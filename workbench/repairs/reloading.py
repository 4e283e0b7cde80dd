"""The conversation after a change, read out of the changed document as it would be read from a file."""

from __future__ import annotations

from msgspec.structs import replace

from workbench.conversation import Conversation
from workbench.detection import detected
from workbench.json.pointer import PointerError
from workbench.json.text import compact
from workbench.loading.conversations import conversations_in_value


def reloaded(
    before: Conversation, payload: object, target: str | None, any_format: bool = False
) -> Conversation | None:
    """The same conversation around a changed document; None if the document would be read as something else.

    `any_format` is for a fix that says it changes the format, and that a user chose nevertheless.
    """
    after = _framed(before, payload)
    if after is None or not isinstance(after.messages, list) or not after.messages:
        return None
    if before.origin is not None:  # a body around its list would not be read by the program that wrote the file
        return detected(after, before.format) if after.base == before.base else None
    found = detected(after, target=target)
    if any_format and found.format != before.format and found.detection.recognised:
        return found
    if found.format == before.format and found.detection.recognised >= before.detection.recognised:
        return found
    chosen_by_user = detected(before, target=target).format != before.format
    fits_too = found.detection.ambiguous and before.format in found.detection.candidates
    return detected(after, before.format) if chosen_by_user or fits_too else None


def as_another(conversation: Conversation) -> Conversation | None:
    """The conversation in the format that its document alone would be read in; None if that is its own.

    A history that lost its last call may fit several formats, and a file is read as the likeliest of them. So are
    the messages of a session, where its file cannot hold the repair.
    """
    found = detected(replace(conversation, origin=None))
    return found if found.format != conversation.format and found.detection.recognised else None


def _framed(before: Conversation, payload: object) -> Conversation | None:
    """The messages where the loader finds them in the document alone, if it did so before; else where they were.

    A cut conversation, or lines among which some are no messages, may not be found in their document. A fix may put a
    body around a bare list.
    """
    found = _read(before.payload)
    number = next((number for number, one in enumerate(found) if _is_same(one, before)), None)
    now = _read(payload) if number is not None else []
    if number is not None and len(now) == len(found) and before.origin is None and now[number].origin is None:
        one = now[number]
        if before.base and one.base != before.base:  # another list of the document
            return None
        place = replace(before, base=one.base, places=one.places)
        return replace(place, payload=payload, messages=one.messages, settings=one.settings)
    try:
        after = before.with_payload(payload)
    except PointerError:
        return None
    if number is not None and not (len(now) == len(found) and _is_same(now[number], after)):
        return None
    return replace(after, settings={}) if _is_without_settings(before) else after


def _read(payload: object) -> list[Conversation]:
    """What the loader reads out of a document; nothing where it does not read all of it."""
    items = list(conversations_in_value(payload, "", []))
    conversations = [item for item in items if isinstance(item, Conversation)]
    return conversations if len(conversations) == len(items) else []


def _is_same(found: Conversation, conversation: Conversation) -> bool:
    """Whether it has the same messages; where no program wrote them, in the same place too."""
    if found.origin is None and conversation.origin is None:
        is_there = found.base == conversation.base and found.places == conversation.places
        return is_there and len(found.messages) == len(conversation.messages)
    return compact(found.messages) == compact(conversation.messages)


def _is_without_settings(conversation: Conversation) -> bool:
    """Whether what is beside the messages was not read as the request's, as in a list found deep in a document."""
    return not conversation.settings and bool(conversation.with_payload(conversation.payload).settings)
