"""Where in the file a fault is that a rule saw in the converted history.

A fault of a whole block is led back by its id, because that is what conversions carry most faithfully.
"""

from __future__ import annotations

from workbench.checks.chat import identity
from workbench.checks.journey import Journey
from workbench.conversation import Conversation
from workbench.formats.contract import Event
from workbench.json.pointer import Path, PointerError, resolve, to_pointer


def in_file(journey: Journey, column: int, message: int, path: Path) -> tuple[int, Path]:
    """The message of the file, and the path in it, that a place in a column came from."""
    if column == 0:
        return message, path
    if message < 0:
        return message, _of_tool(journey, path)
    whole = journey.judged.blocks_of(message).get(path) if journey.exact else None
    if not journey.exact or (whole is None and not path):
        sources = journey.stages.columns[column].sources[message]
        return (sources[0] if sources else 0), ()
    if whole is not None and column == journey.judged_column:
        same = _only_one_there_and_here(journey, message, whole) or _only_one_like_it(journey, message, whole)
        if same is not None:
            return same.message, same.path
    if whole is None or "id" not in whole.places:
        spot = journey.tracer.origin(column, message, path)
        return spot.message, spot.path
    spot = journey.tracer.origin(column, message, whole.at("id"))
    return spot.message, _block_around(journey, spot.message, spot.path) or _only_one_like(journey, spot.message, whole)


def _only_one_there_and_here(journey: Journey, message: int, made: Event) -> Event | None:
    """Where one message was made of others that have one call or result between them, and has one: that is the same.

    Nothing else can have become of it, so the route need not be probed.
    """
    if made.kind not in ("call", "result") or journey.judged.only_one(message, made.kind) is None:
        return None
    sources = journey.stages.columns[journey.judged_column].sources[message]
    with_any = [index for index in sources if journey.internal.count_of(index, made.kind)]
    return journey.internal.only_one(with_any[0], made.kind) if len(with_any) == 1 else None


def _only_one_like_it(journey: Journey, message: int, made: Event) -> Event | None:
    """The one call or result with this very id, or what else says the very same, in the messages it was made of."""
    sources = journey.stages.columns[journey.judged_column].sources[message]
    if not identity(made)[1] or journey.judged.like(made, (message,)) is None:
        return None
    return journey.internal.like(made, sources)


def _of_tool(journey: Journey, path: Path) -> Path:
    """Return the place in the file of a place in a converted tool: exact in its schema, otherwise the tool."""
    for length in range(len(path), -1, -1):
        if (place := journey.tool_places.get(path[:length])) is not None:
            original, is_schema = place
            return original + path[length:] if is_schema else original
    return path


def _only_one_like(journey: Journey, index: int, event: Event) -> Path:
    """Where an id was made on the way (Gemini has none), the one event of that kind in the message."""
    if not 0 <= index < len(journey.internal.messages):
        return ()
    like = journey.internal.only_one(index, event.kind)
    return like.path if like is not None else ()


def _block_around(journey: Journey, index: int, path: Path) -> Path:
    """The block that holds a value: where a fault is of a whole result, its id leads to it."""
    blocks = journey.internal.blocks_of(index)
    starts = (path[:length] for length in range(len(path), -1, -1))
    return next((start for start in starts if start in blocks), path)


def pointer_to(conversation: Conversation, index: int, path: Path) -> str:
    """Into the file. Where no message is meant (-1), the path leads from what holds the messages."""
    if 0 <= index < len(conversation.messages):
        return conversation.pointer(index, path)
    beside = conversation.base.rpartition("/")[0] + to_pointer(path)
    return beside if path and _is_in(conversation, beside) else conversation.base


def _is_in(conversation: Conversation, pointer: str) -> bool:
    try:
        resolve(conversation.payload, pointer)
    except PointerError:
        return False
    return True
