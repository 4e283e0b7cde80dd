"""Unpack an item of the message list that is not a message, but contains messages or nothing."""

from __future__ import annotations

from workbench.checks.findings import Finding, Fix
from workbench.json.patch import add, remove, replace
from workbench.json.text import Json, parse_or_none
from workbench.rules.editing.context import RepairContext

_NOTHING: tuple[Json, ...] = (None, "", [], {})
"""Numbers and booleans are not listed: they may be there on purpose."""


def unpack_message(context: RepairContext, finding: Finding) -> Fix | None:
    """Replace a nested list or JSON text with its messages; leave out an empty item."""
    index = finding.message_index
    if not 0 <= index < len(context.chat.messages) or not context.in_list:
        return None
    place, item = context.pointer(index), context.message(index)
    if finding.at != place and item != {}:
        return None  # the finding is about something inside of it
    if item in _NOTHING and len(context.chat.messages) > 1:
        return Fix("Leave out the empty item", (remove(place),), True, "It is empty.", 0.95)
    inner = _messages_in(context, item)
    if not inner:
        return None
    patch = [replace(place, inner[0])]
    patch += [add(context.pointer(index + 1), message) for message in inner[1:]]
    return Fix(
        "Unpack the message", tuple(patch), True, "It was wrapped once too often; its content is the same.", 0.95
    )


def _messages_in(context: RepairContext, item: object) -> list[Json]:
    """The messages in a list or a JSON text; none if it contains anything else."""
    value = parse_or_none(item) if isinstance(item, str) else item if isinstance(item, list) else None
    messages = value if isinstance(value, list) else [value]
    key = context.format.role_key
    return messages if all(isinstance(message, dict) and key in message for message in messages) else []
