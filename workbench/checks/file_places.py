"""Find the place in the file of a fault that a rule found in the converted history.

A fault of an entire block is traced by its id, because conversions preserve ids most faithfully.
"""

from __future__ import annotations

from collections.abc import Sequence

from workbench.checks.chat import identity
from workbench.checks.journey import Journey
from workbench.conversation import Conversation
from workbench.formats.contract import Event
from workbench.json.pointer import Path, PointerError, resolve, to_pointer


def in_file(journey: Journey, column: int, message: int, path: Path) -> tuple[int, Path]:
    """Return the message of the file, and the path in it, that a place in a column came from.

    It is searched for once, because several rules may point at one place.
    """
    if column == 0:
        return message, path
    key = (column, message, path)
    known = journey.places_in_file.get(key)
    if known is None:
        known = journey.places_in_file[key] = _searched(journey, column, message, path)
    return known


def _searched(journey: Journey, column: int, message: int, path: Path) -> tuple[int, Path]:
    if message < 0:
        return message, _of_tool(journey, path)
    sources = journey.stages.columns[column].sources[message]
    if not journey.exact:
        return (sources[0] if sources else 0), ()
    if column == journey.judged_column and (lone := _lone_counterpart(journey, message, path, sources)) is not None:
        return lone.message, lone.path
    block = journey.judged.blocks_of(message).get(path)
    if block is None and not path:
        return (sources[0] if sources else 0), ()
    if block is not None and column == journey.judged_column:
        original = _only_counterpart(journey, message, block) or _identical_counterpart(journey, message, block)
        if original is not None:
            return original.message, original.path
    if block is None or "id" not in block.places:
        spot = journey.tracer.origin(column, message, path)
        return spot.message, spot.path
    spot = journey.tracer.origin(column, message, block.at("id"))
    around = _block_around(journey, spot.message, spot.path)
    return spot.message, around or _only_one_of_kind(journey, spot.message, block)


def _lone_counterpart(journey: Journey, message: int, path: Path, sources: Sequence[int]) -> Event | None:
    """Return the only event of a message, if the other side also has only this one, of the same kind: a call or result.

    `_only_counterpart` returns the same, but needs an index of each message. Most results are a message of their own.
    """
    before, after = journey.internal, journey.judged
    start, source = after.spans[message], sources[0] if len(sources) == 1 else -1
    if source < 0 or after.spans[message + 1] != start + 1 or before.spans[source + 1] != before.spans[source] + 1:
        return None
    converted, original = after.events[start], before.events[before.spans[source]]
    is_pair = converted.kind == original.kind and converted.kind in ("call", "result")
    return original if is_pair and converted.path == path else None


def _only_counterpart(journey: Journey, message: int, converted: Event) -> Event | None:
    """Return the only call or result that a converted one can come from, or None if there are several.

    If a message has one, and its source messages have one between them, they are the same, and the route need not be
    probed.
    """
    if converted.kind not in ("call", "result") or journey.judged.only_one(message, converted.kind) is None:
        return None
    sources = journey.stages.columns[journey.judged_column].sources[message]
    with_any = [index for index in sources if journey.internal.count_of(index, converted.kind)]
    return journey.internal.only_one(with_any[0], converted.kind) if len(with_any) == 1 else None


def _identical_counterpart(journey: Journey, message: int, converted: Event) -> Event | None:
    """Return the only event in the source messages with the same identity: the same id, or the same text.

    It must also be the only one among everything converted from these messages, because an id that the conversion
    writes may already be in use.
    """
    sources = journey.stages.columns[journey.judged_column].sources[message]
    converted_together = journey.judged_by_sources[tuple(sources)]
    if not identity(converted)[1] or journey.judged.only_match(converted, converted_together) is None:
        return None
    return journey.internal.only_match(converted, sources)


def _of_tool(journey: Journey, path: Path) -> Path:
    """Return the place in the file of a place in a converted tool: exact in its schema, otherwise the tool."""
    for length in range(len(path), -1, -1):
        if (place := journey.tool_places.get(path[:length])) is not None:
            original, is_schema = place
            return original + path[length:] if is_schema else original
    return path


def _only_one_of_kind(journey: Journey, index: int, event: Event) -> Path:
    """Return the path of the only event of that kind in the message, if the conversion invented its id (for Gemini)."""
    if not 0 <= index < len(journey.internal.messages):
        return ()
    only = journey.internal.only_one(index, event.kind)
    return only.path if only is not None else ()


def _block_around(journey: Journey, index: int, path: Path) -> Path:
    """Return the path of the block that contains a value: a result's id leads to the entire result."""
    blocks = journey.internal.blocks_of(index)
    starts = (path[:length] for length in range(len(path), -1, -1))
    return next((start for start in starts if start in blocks), path)


def pointer_to(conversation: Conversation, index: int, path: Path) -> str:
    """Return a pointer into the file. For the index -1, the path starts at the object that holds the messages."""
    if 0 <= index < len(conversation.messages):
        return conversation.pointer(index, path)
    pointer = conversation.body + to_pointer(path)
    return pointer if path and _is_in(conversation, pointer) else conversation.base


def _is_in(conversation: Conversation, pointer: str) -> bool:
    try:
        resolve(conversation.payload, pointer)
    except PointerError:
        return False
    return True
