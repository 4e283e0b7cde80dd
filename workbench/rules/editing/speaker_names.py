"""Keep the name of a message's speaker as text, for an API that does not accept its field."""

from __future__ import annotations

from workbench.checks.findings import Finding, Fix
from workbench.json.patch import Operation, add, remove, replace
from workbench.rules.editing.context import RepairContext


def keep_name_as_text(context: RepairContext, finding: Finding) -> Fix | None:
    """Write the name before the text of the message: `Ada: Hello`."""
    index = finding.message_index
    message = context.message(index)
    if not isinstance(message, dict) or finding.at != context.pointer(index, ("name",)):
        return None
    name, patch = message.get("name"), _named_text(context, index)
    if not isinstance(name, str) or not name or context.chat.roles[index] == "tool" or patch is None:
        return None
    why = "The API does not accept the name in its field. The model reads it in the text."
    return Fix("Write the name before the text", (patch, remove(finding.at)), True, why, 0.8)


def _named_text(context: RepairContext, index: int) -> Operation | None:
    """The operation that adds the name to the content; None if that is neither a text nor a list."""
    message = context.message(index)
    name, content = message.get("name"), message.get("content")
    if isinstance(content, str) and content:
        return replace(context.pointer(index, ("content",)), f"{name}: {content}")
    block = context.text_block(f"{name}:") if isinstance(content, list) and content else None
    return add(context.pointer(index, ("content", 0)), block) if block is not None else None
