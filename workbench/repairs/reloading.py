"""Read a conversation from a changed document as it would be read from a file."""

from __future__ import annotations

from msgspec.structs import replace

from workbench.conversation import Conversation
from workbench.detection import detected, for_target
from workbench.json.pointer import PointerError
from workbench.json.text import compact
from workbench.loading.conversations import conversations_in_value


def reloaded(
    before: Conversation, payload: object, target: str | None, any_format: bool = False
) -> Conversation | None:
    """Return the conversation of a changed document; None if the document would be read as something else.

    `any_format` is for a fix that changes the format and that the user chose nevertheless.
    """
    framed = _framed(before, payload)
    after = replace(framed, repaired=True) if framed is not None else None
    if after is None or not isinstance(after.messages, list) or not after.messages:
        return None
    if before.origin is not None:  # a body around its list would not be read by the program that wrote the file
        return detected(after, before.format) if after.base == before.base else None
    reread = detected(after, target=target)
    if any_format and reread.format != before.format and reread.detection.recognised:
        return reread
    is_judged = reread.detection.recognised >= before.detection.recognised
    if reread.format == before.format and is_judged:
        return reread
    chosen_by_user = detected(before, target=target).format != before.format
    fits_too = is_judged and reread.detection.ambiguous and before.format in reread.detection.candidates
    return detected(after, before.format) if chosen_by_user or fits_too else None


def in_detected_format(conversation: Conversation, target: str | None = None) -> Conversation | None:
    """Return the conversation in the format that detection chooses for its document; None if that is its own format.

    A history that lost its last call may fit several formats, and a file is read as the most likely of them, or as one
    that the user's target accepts. The same is true for the messages of a session whose file cannot hold the repair.
    """
    reread = for_target(detected(replace(conversation, origin=None)), target)
    return reread if reread.format != conversation.format and reread.detection.recognised else None


def _framed(before: Conversation, payload: object) -> Conversation | None:
    """Return the conversation with the messages where the loader finds them in the document alone, if it did so
    before; otherwise where they were.

    The loader may not find a truncated conversation in its document, or lines if some of them are not messages. A fix
    may put a body around a bare list.
    """
    loaded = _read(before.payload)
    number = next((number for number, candidate in enumerate(loaded) if _is_same(candidate, before)), None)
    now = _read(payload) if number is not None else []
    if number is not None and len(now) == len(loaded) and before.origin is None and now[number].origin is None:
        same = now[number]
        if before.base and same.base != before.base:  # another list of the document
            return None
        if before.places is None and same.places is not None:  # only some items of the list
            return None
        place = replace(before, base=same.base, places=same.places)
        return replace(place, payload=payload, messages=same.messages, settings=same.settings)
    try:
        after = before.with_payload(payload)
    except PointerError:
        return None
    if number is not None:
        is_same = len(now) == len(loaded) and _is_same(now[number], after)
        if not is_same or (before.origin is None and now[number].format != before.format):  # as a program's file
            return None
    return replace(after, settings={}) if _is_without_settings(before) else after


def _read(payload: object) -> list[Conversation]:
    """Return the conversations that the loader reads from a document, or none if it does not read all of it."""
    items = list(conversations_in_value(payload, "", []))
    conversations = [item for item in items if isinstance(item, Conversation)]
    return conversations if len(conversations) == len(items) else []


def _is_same(loaded: Conversation, conversation: Conversation) -> bool:
    """Whether both have the same messages, and in the same place if no program wrote the file."""
    if loaded.origin is None and conversation.origin is None:
        is_there = loaded.base == conversation.base and loaded.places == conversation.places
        return is_there and len(loaded.messages) == len(conversation.messages)
    return compact(loaded.messages) == compact(conversation.messages)


def _is_without_settings(conversation: Conversation) -> bool:
    """Whether the fields next to the messages were not read as settings, as for a list deep inside a document."""
    return not conversation.settings and bool(conversation.with_payload(conversation.payload).settings)
