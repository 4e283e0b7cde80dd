"""Files in which each record is a message: records are put into the order of the repaired messages.

If records equal their messages, they can also be rewritten, removed or added. Items that are not messages stay after
the record that they follow.
"""

from __future__ import annotations

from collections import defaultdict, deque
from typing import Any

from workbench.conversation import Conversation
from workbench.json.pointer import Path
from workbench.json.text import Json, compact
from workbench.sources.writing.changes import place_of_message
from workbench.sources.writing.draft import Draft


def rearrange(draft: Draft, before: Conversation, after: Conversation) -> bool:
    """Change the draft and return True, or return False without changes if this is not possible."""
    places = [_record(place_of_message(before, index)) for index in range(len(before.messages))]
    holders = {place[:-1] for place in places}
    indexes = [place[-1] for place in places if place and isinstance(place[-1], int)]
    if draft.is_lines or len(holders) != 1 or len(set(indexes)) != len(places) or indexes != sorted(indexes):
        return False
    if compact(before.settings) != compact(after.settings) or after.places is not None:
        return False
    holder = holders.pop()
    records: Any = draft.get(holder)
    written = _written(before.messages, after.messages, [records[index] for index in indexes])
    if written is None or not isinstance(records, list):
        return False
    ends = [*indexes[1:], len(records)]
    following = [records[index + 1 : end] for index, end in zip(indexes, ends, strict=True)]
    new = list(records[: indexes[0]])
    for record, number in written:
        new += [record, *(following[number] if number is not None else ())]
    kept = {number for _, number in written}
    new += [record for number, several in enumerate(following) if number not in kept for record in several]
    draft.set(holder, new) if holder else draft.replace(new)
    return True


def _record(place: Path) -> Path:
    """Return the item of the innermost list that contains a place."""
    last = max((number for number, step in enumerate(place) if isinstance(step, int)), default=-1)
    return place[: last + 1]


def _written(before: list[Json], after: list[Json], records: list[Json]) -> list[tuple[Json, int | None]] | None:
    """Return the record and old number of each message, or None if a record would have to be invented."""
    verbatim = all(compact(record) == compact(message) for record, message in zip(records, before, strict=True))
    free: dict[str, deque[int]] = defaultdict(deque)
    for number, message in enumerate(before):
        free[compact(message)].append(number)
    written: list[tuple[Json, int | None]] = []
    for message in after:
        same = free[compact(message)]
        if not same and not verbatim:
            return None
        was = same.popleft() if same else None
        written.append((message if was is None else records[was], was))
    return written
