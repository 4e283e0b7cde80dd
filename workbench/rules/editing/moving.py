"""Move a misplaced result to the place after its call."""

from __future__ import annotations

from workbench.formats.contract import Event
from workbench.rules.editing.context import RepairContext


def place_after(context: RepairContext, message: int) -> int:
    """The first index after the message of a call and the results that already follow it."""

    def first_place() -> int:
        place = message + 1
        own_ids = {str(other.id) for other in context.chat.of_message(message) if other.kind == "call"}
        while place < len(context.chat.messages) and _are_only_results(context.chat.of_message(place), own_ids):
            place += 1
        return place

    return context.once(("place after", message), first_place)


def all_answer(context: RepairContext, message: int, calls_in: int) -> bool:
    """Whether a message contains only results of the calls in one other message, so that it can move as a whole."""

    def answer_those_calls() -> bool:
        ids = {str(event.id) for event in context.chat.of_message(calls_in) if event.kind == "call"}
        return _are_only_results(context.chat.of_message(message), ids)

    return context.once(("all answer", message, calls_in), answer_those_calls)


def _are_only_results(events: list[Event], ids: set[str]) -> bool:
    """Whether these events are only results with these ids, and parts of those results."""
    depth = min((len(event.path) for event in events if event.kind == "result"), default=None)
    return depth is not None and all(
        len(event.path) > depth or (event.kind == "result" and str(event.id) in ids) for event in events
    )
