"""Unpack an item of the message list that is no message, and holds some or nothing."""

from __future__ import annotations

from workbench.checks.findings import Finding, Fix
from workbench.json.patch import add, remove, replace
from workbench.json.text import Json, parse_or_none
from workbench.rules.editing.context import RepairContext

_NOTHING: tuple[Json, ...] = (None, "", [], {})
"""A number or a flag among messages is odd, but somebody put it there."""


def unpack_message(context: RepairContext, finding: Finding) -> Fix | None:
    """Messages in a list of their own or written as text take its place; what holds nothing is left out."""
    index = finding.message_index
    if not 0 <= index < len(context.chat.messages) or not context.in_list:
        return None
    place, item = context.of_message(index), context.message(index)
    if finding.at != place and item != {}:
        return None  # something inside of it is meant
    if item in _NOTHING and len(context.chat.messages) > 1:
        return Fix("Leave out the empty item", (remove(place),), True, "It is empty.", 0.95)
    inner = _messages_in(context, item)
    if not inner:
        return None
    patch = [replace(place, inner[0])]
    patch += [add(context.of_message(index + 1), message) for message in inner[1:]]
    return Fix(
        "Unpack the message", tuple(patch), True, "It was wrapped once too often; its content is the same.", 0.95
    )


def _messages_in(context: RepairContext, item: object) -> list[Json]:
    """The messages that a list or a text holds; none if there is anything else in it."""
    value = parse_or_none(item) if isinstance(item, str) else item if isinstance(item, list) else None
    messages = value if isinstance(value, list) else [value]
    key = context.format.role_key
    return messages if all(isinstance(message, dict) and key in message for message in messages) else []
