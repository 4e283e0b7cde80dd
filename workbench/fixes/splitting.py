"""Split: a message whose blocks would fall out of the conversion because they stand beside a tool response."""

from __future__ import annotations

from workbench.findings import Finding, Fix
from workbench.fixes.contract import Patient, fixer
from workbench.jsontext import Json
from workbench.patch import add, replace


@fixer("block-dropped")
def split_from_results(patient: Patient, finding: Finding) -> Fix | None:
    """The results keep their message; the other blocks get one of their own, of the same speaker."""
    message = patient.chat.messages[finding.message_index]
    if patient.format.name != "icontent" or not isinstance(message, dict) or not patient.in_list:
        return None
    blocks = message.get("blocks")
    if not isinstance(blocks, list) or not all(isinstance(block, dict) for block in blocks):
        return None
    results = [block for block in blocks if block.get("type") == "tool_response"]
    others = [block for block in blocks if block.get("type") != "tool_response"]
    speaker = _speaker_of(message, others)
    if not results or not others or speaker is None:
        return None
    own = patient.of_message(finding.message_index)
    patch = (
        replace(own, {"speaker": "tool", "blocks": results}),
        add(patient.of_message(finding.message_index + 1), {**message, "speaker": speaker, "blocks": others}),
    )
    why = "Each block keeps its words and its speaker; only the message is parted."
    return Fix("Part the results from the rest", patch, True, why, 0.9)


def _speaker_of(message: dict[str, Json], others: list[dict[str, Json]]) -> Json:
    """Who said the blocks beside the results: the message's own speaker, or the model, which alone makes calls."""
    if message.get("speaker") in ("ai", "human"):
        return message["speaker"]
    return "ai" if all(block.get("type") == "tool_call" for block in others) else None
