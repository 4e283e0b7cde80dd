"""Leave out a message that has no text under any key."""

from __future__ import annotations

from workbench.checks.findings import Finding, Fix
from workbench.formats.contract import Event
from workbench.json.lost_words import has_no_words
from workbench.json.patch import remove
from workbench.rules.editing.context import RepairContext


def is_one_of_several(context: RepairContext, event: Event | None) -> bool:
    """Whether a block has siblings, so that its message is not empty without it."""
    if event is None or not event.path:
        return False
    siblings = context.value(context.pointer(event.message, event.path[:-1]))
    return isinstance(siblings, list) and len(siblings) > 1


def without_message(context: RepairContext, finding: Finding) -> Fix | None:
    """Remove an empty message, unless it is the only one."""
    index = finding.message_index
    if not context.in_list or len(context.chat.messages) < 2 or not is_empty(context, index):
        return None
    return Fix("Leave out the empty message", (remove(context.pointer(index)),), True, "It is empty.", 0.9)


def is_empty(context: RepairContext, index: int) -> bool:
    """Whether a message contains only empty texts, and no text under any other key."""
    if not 0 <= index < len(context.chat.messages):
        return False
    empty = all(event.kind == "text" and event.value in (None, "") for event in context.chat.of_message(index))
    return empty and has_no_words(context.chat.messages[index])
