"""Split: a message whose blocks would fall out of the conversion because they stand beside a tool response.

Calls and their results may have been stored as one message: nobody can say both, so each side gets its own.
"""

from __future__ import annotations

from workbench.checks.findings import Finding, Fix
from workbench.fixes.contract import RepairContext, fixer
from workbench.fixes.speaker import role_by_content
from workbench.json.patch import add, replace
from workbench.json.text import Json


@fixer("block-dropped")
def split_from_results(context: RepairContext, finding: Finding) -> Fix | None:
    """The results keep their message; the other blocks get one of their own, of the same speaker."""
    if (parted := part_calls_from_results(context, finding.message_index)) is not None:
        return parted
    if (spoken := role_by_content(context, finding.message_index)) is not None:
        return spoken
    message = context.message(finding.message_index)
    if context.format.name != "icontent" or not isinstance(message, dict) or not context.in_list:
        return None
    blocks = message.get("blocks")
    if not isinstance(blocks, list) or not all(isinstance(block, dict) for block in blocks):
        return None
    results = [block for block in blocks if block.get("type") == "tool_response"]
    others = [block for block in blocks if block.get("type") != "tool_response"]
    speaker = _speaker_of(message, others)
    if not results or not others or speaker is None:
        return None
    own = context.of_message(finding.message_index)
    patch = (
        replace(own, {"speaker": "tool", "blocks": results}),
        add(context.of_message(finding.message_index + 1), {**message, "speaker": speaker, "blocks": others}),
    )
    why = "Each block keeps its words and its speaker; only the message is parted."
    return Fix("Part the results from the rest", patch, True, why, 0.9)


def _speaker_of(message: dict[str, Json], others: list[dict[str, Json]]) -> Json:
    """Who said the blocks beside the results: the message's own speaker, or the model, which alone makes calls."""
    if message.get("speaker") in ("ai", "human"):
        return message["speaker"]
    return "ai" if any(block.get("type") == "tool_call" for block in others) else None


def part_calls_from_results(context: RepairContext, index: int) -> Fix | None:
    """A message that holds both becomes one per side, in the order of its blocks. Only the model makes calls."""
    message, events = context.message(index), context.events(index)
    results = [event.path for event in events if event.kind == "result"]
    calls = [event.path for event in events if event.kind == "call"]
    envelope = context.envelope([])
    if not calls or not results or envelope is None or not context.in_list or context.format.complete is not None:
        return None
    key, speaker = results[0][0], context.own_role("assistant")
    if speaker is None or any(
        len(path) != 2 or path[0] != key or not isinstance(path[1], int) for path in (*results, *calls)
    ):
        return None
    numbers = {int(path[1]) for path in results}
    blocks = list(enumerate(message[key]))
    first = min(numbers)
    before = [block for number, block in blocks if number < first]
    after = [block for number, block in blocks if number > first and number not in numbers]
    said = [{**message, context.format.role_key: speaker, key: part} if part else None for part in (before, after)]
    answers = context.envelope([block for number, block in blocks if number in numbers])
    parts = [part for part in (said[0], answers, said[1]) if part is not None]
    patch = [replace(context.of_message(index), parts[0])]
    patch += [add(context.of_message(index + number), part) for number, part in enumerate(parts[1:], start=1)]
    why = "Calls are the model's and results are not; each block keeps its words and its order."
    return Fix("Part the results from the calls", tuple(patch), True, why, 0.9)
