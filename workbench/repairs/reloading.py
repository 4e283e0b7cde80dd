"""Read a conversation from a changed document as it would be read from a file."""

from __future__ import annotations

from msgspec.structs import replace

from workbench.conversation import Conversation
from workbench.detection import detected
from workbench.json.pointer import PointerError
from workbench.loading.find_messages import find_messages
from workbench.loading.sources import is_of_source


def reloaded(
    before: Conversation, payload: object, target: str | None, any_format: bool = False
) -> Conversation | None:
    """Return the conversation of a changed document; None if the document would be read as something else.

    `any_format` is for a fix that changes the format and that the user chose nevertheless.
    """
    after = _framed(before, payload)
    if after is None or not isinstance(after.messages, list) or not after.messages:
        return None
    if before.origin is not None:  # a body around its list would not be read by the program that wrote the file
        return detected(after, before.format) if after.base == before.base else None
    reread = detected(after, target=target)
    if any_format and reread.format != before.format and reread.detection.recognised:
        return reread
    if reread.format == before.format and reread.detection.recognised >= before.detection.recognised:
        return reread
    chosen_by_user = detected(before, target=target).format != before.format
    fits_too = reread.detection.ambiguous and before.format in reread.detection.candidates
    return detected(after, before.format) if chosen_by_user or fits_too else None


def in_detected_format(conversation: Conversation) -> Conversation | None:
    """Return the conversation in the format that detection chooses for its document; None if that is its own format.

    A history that lost its last call may fit several formats, and a file is read as the most likely of them.
    """
    if conversation.origin is not None:
        return None
    reread = detected(conversation)
    return reread if reread.format != conversation.format and reread.detection.recognised else None


def _framed(before: Conversation, payload: object) -> Conversation | None:
    """Return the conversation with the messages where the document alone shows them, if it did so before; otherwise
    where they were.

    The document alone may not show one of many conversations in a file, or a truncated one. A fix may put a body
    around a bare list.
    """
    if not _is_found(before):
        try:
            after = before.with_payload(payload)
        except PointerError:
            return None
        return replace(after, settings={}) if _is_without_settings(before) else after
    framed = find_messages(payload)
    if framed is None or is_of_source(payload):
        return None
    alone = framed.conversation(before.name, payload, list(before.notes))
    return replace(alone, endpoint=before.endpoint, response=before.response, judged_for=before.judged_for)


def _is_without_settings(conversation: Conversation) -> bool:
    """Whether the fields next to the messages were not read as settings, as for a list deep inside a document."""
    return not conversation.settings and bool(conversation.with_payload(conversation.payload).settings)


def _is_found(conversation: Conversation) -> bool:
    """Whether the document alone shows where its messages are."""
    framed = None if conversation.origin else find_messages(conversation.payload)
    if framed is None or is_of_source(conversation.payload):
        return False
    alone = framed.conversation("", conversation.payload, [])
    same_place = alone.base == conversation.base and alone.places == conversation.places
    return same_place and len(alone.messages) == len(conversation.messages)
