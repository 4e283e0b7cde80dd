"""Leave out a message that says nothing."""

from __future__ import annotations

from workbench.checks.findings import Finding, Fix
from workbench.json.patch import remove
from workbench.rules.editing.context import RepairContext


def without_message(context: RepairContext, finding: Finding) -> Fix | None:
    if not context.in_list or len(context.chat.messages) < 2 or _says_something(context, finding.message_index):
        return None
    patch = (remove(context.of_message(finding.message_index)),)
    return Fix("Leave out the empty message", patch, True, "It holds nothing.", 0.9)


def _says_something(context: RepairContext, index: int) -> bool:
    """Whether the message holds anything in the file, even where nothing of it reaches the target."""
    return not 0 <= index < len(context.chat.messages) or any(
        event.kind != "text" or event.value not in (None, "") for event in context.chat.of_message(index)
    )
