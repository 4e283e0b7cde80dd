"""Split: a message whose blocks would fall out of the conversion because they stand beside a tool response."""

from __future__ import annotations

from workbench.findings import Finding, Fix
from workbench.fixes.contract import Patient, add, fixer, replace


@fixer("block-dropped")
def split_from_results(patient: Patient, finding: Finding) -> Fix | None:
    """The results keep their message; the other blocks get one of their own, of the same speaker."""
    message = patient.chat.messages[finding.message_index]
    if patient.format.name != "icontent" or not isinstance(message, dict) or not patient.in_list:
        return None
    blocks = message.get("blocks")
    speaker = message.get("speaker")
    if not isinstance(blocks, list) or speaker not in ("ai", "human"):
        return None
    results = [block for block in blocks if isinstance(block, dict) and block.get("type") == "tool_response"]
    others = [block for block in blocks if block not in results]
    if not results or not others:
        return None
    own = patient.of_message(finding.message_index)
    patch = (
        replace(own, {"speaker": "tool", "blocks": results}),
        add(patient.of_message(finding.message_index + 1), {**message, "blocks": others}),
    )
    why = "Each block keeps its words and its speaker; only the message is parted."
    return Fix("Part the results from the rest", patch, True, why, 0.9)
