"""Split a message that contains both calls and results, since no role may write both."""

from __future__ import annotations

from workbench.checks.findings import Fix
from workbench.json.patch import add, replace
from workbench.rules.editing.context import RepairContext


def split_calls_from_results(context: RepairContext, index: int) -> Fix | None:
    """Split a message with calls and results into one per role, in the order of its blocks."""
    return context.once(("split", index), lambda: _split(context, index))


def _split(context: RepairContext, index: int) -> Fix | None:
    message, events = context.message(index), context.events(index)
    results = [event.path for event in events if event.kind == "result"]
    calls = [event.path for event in events if event.kind == "call"]
    envelope = context.envelope([])
    if not calls or not results or envelope is None or not context.in_list or context.format.complete is not None:
        return None
    key, speaker = results[0][0], context.native_role("assistant")
    if speaker is None or any(
        len(path) != 2 or path[0] != key or not isinstance(path[1], int) for path in (*results, *calls)
    ):
        return None
    numbers = {int(path[1]) for path in results}
    blocks = list(enumerate(message[key]))
    first = min(numbers)
    before = [block for number, block in blocks if number < first]
    after = [block for number, block in blocks if number > first and number not in numbers]
    halves = [{**message, context.format.role_key: speaker, key: part} if part else None for part in (before, after)]
    answers = context.envelope([block for number, block in blocks if number in numbers])
    parts = [part for part in (halves[0], answers, halves[1]) if part is not None]
    patch = [replace(context.pointer(index), parts[0])]
    patch += [add(context.pointer(index + 1), part) for part in parts[1:]]
    why = "The model writes calls, but not results. Every block keeps its content and order."
    return Fix("Split results and calls into separate messages", tuple(patch), True, why, 0.9)
