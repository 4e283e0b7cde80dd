"""Keep what a field of a message says as a text of the same message, if the API does not accept the field."""

from __future__ import annotations

from workbench.checks.findings import Finding, Fix
from workbench.json.patch import add, remove
from workbench.json.text import Json
from workbench.rules.editing.context import RepairContext

_FIELDS = frozenset({"reasoning_content", "reasoning", "thinking", "refusal"})
"""Fields with words of the model. Other fields are data of a program, which does not belong into the content."""


def field_as_text(context: RepairContext, finding: Finding) -> Fix | None:
    """Move the field's words to the beginning of the content; None for a field that is data of a program."""
    index, key = finding.message_index, finding.at.rpartition("/")[2]
    message, value = context.message(index), context.value(finding.at)
    if not isinstance(message, dict) or finding.at != context.pointer(index, (key,)) or key not in _FIELDS:
        return None
    if "content" not in message or not isinstance(value, str) or not value.strip():
        return None
    block, parts = context.text_block(value), _parts(context, message["content"])
    if block is None or parts is None:
        return None
    patch = (add(context.pointer(index, ("content",)), [block, *parts]), remove(finding.at))
    why = "The API does not accept the field. The message keeps its words."
    return Fix(f"Keep {key} as text", patch, True, why, 0.7)


def _parts(context: RepairContext, content: object) -> list[Json] | None:
    """The content as a list of parts; None if it is neither a text nor a list."""
    if content is None or content == "":
        return []
    if isinstance(content, str):
        return [context.text_block(content)]
    return content if isinstance(content, list) else None
