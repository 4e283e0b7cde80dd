"""Write an answer in the short form of a message, if the file lacks what the server requires of the long form."""

from __future__ import annotations

from workbench.checks.findings import Finding, Fix
from workbench.json.patch import replace
from workbench.json.text import Json
from workbench.rules.editing.context import RepairContext

_ONLY_IN_ANSWERS = ("annotations", "logprobs")


def write_answer_as_text(context: RepairContext, finding: Finding) -> Fix | None:
    """Write the only text of an answer as its content; the server then reads it as an ordinary message."""
    if not context.format.traits.messages_are_items or finding.message_index < 0:
        return None
    item = context.message(finding.message_index)
    text = _only_text(item) if isinstance(item, dict) and item.get("role") == "assistant" else None
    if text is None:
        return None
    patch = (replace(context.pointer(finding.message_index, ("content",)), text),)
    why = "The same text; an answer in parts must have an id, a status and annotations, which are unknown."
    return Fix("Write the answer as one text", patch, True, why, 0.9)


def _only_text(item: dict[str, Json]) -> str | None:
    content = item.get("content")
    part = content[0] if isinstance(content, list) and len(content) == 1 else None
    if not isinstance(part, dict) or part.get("type") != "output_text":
        return None
    text, rest = part.get("text"), part.keys() - {"type", "text"}
    has_more = any(key not in _ONLY_IN_ANSWERS or part[key] for key in rest)
    return text if isinstance(text, str) and not has_more else None
