"""A list of records, each of which is one or more messages: they are put in the order that a repair gives the messages.

A record that is a message as it is may also be rewritten, taken out or added. What lies between two records, and is no
message, stays behind the record that it follows. Lines are only put in another order, and only where no line names
another one as its parent.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Sequence
from typing import NamedTuple

from workbench.conversation import Conversation
from workbench.json.pointer import Path
from workbench.json.text import Json, compact
from workbench.sources.writing.changes import place_of_message
from workbench.sources.writing.draft import Draft

_PARENTS = ("parentUuid", "parentId")


class _Record(NamedTuple):
    number: int
    """Its index in the list, or the index of its line."""
    messages: tuple[str, ...]
    """The messages that the record is read as, as compact JSON."""


def rearrange(draft: Draft, before: Conversation, after: Conversation) -> bool:
    """Whether the draft could be changed in this way; if not, nothing is changed."""
    if compact(before.settings) != compact(after.settings) or after.places is not None:
        return False
    start, end = _same_ends(before.messages, after.messages)
    old_end, new_end = len(before.messages) - end, len(after.messages) - end
    places = [place_of_message(before, index) for index in range(start, old_end)]
    holder = _holder_of(places)
    if holder is None:
        return False
    records = _grouped(before.messages[start:old_end], [int(place[len(holder)]) for place in places])
    if records is None:
        return False
    wanted = after.messages[start:new_end]
    if draft.is_lines and not holder:
        return _reorder_lines(draft, records, wanted)
    return _rewrite(draft, holder, records, wanted)


def _same_ends(before: list[Json], after: list[Json]) -> tuple[int, int]:
    """How many messages are the same at the beginning, and how many of the others at the end."""
    most = min(len(before), len(after))
    start = next((n for n in range(most) if compact(before[n]) != compact(after[n])), most)
    most -= start
    end = next((n for n in range(most) if compact(before[-1 - n]) != compact(after[-1 - n])), most)
    return start, end


def _holder_of(places: Sequence[Path]) -> Path | None:
    """The innermost list that all places are in."""
    for length in range(min(map(len, places), default=0) - 1, -1, -1):
        if len({place[:length] for place in places}) == 1 and all(isinstance(place[length], int) for place in places):
            return places[0][:length]
    return None


def _grouped(messages: Sequence[Json], indexes: Sequence[int]) -> list[_Record] | None:
    """The records in their order; None if the messages are in another order than they."""
    if list(indexes) != sorted(indexes):
        return None
    groups: dict[int, list[str]] = defaultdict(list)
    for index, message in zip(indexes, messages, strict=True):
        groups[index].append(compact(message))
    return [_Record(index, tuple(group)) for index, group in groups.items()]


def _ordered(records: Sequence[_Record], wanted: Sequence[Json]) -> list[_Record | Json] | None:
    """The records in the wanted order, with a message where no record is read as it."""
    free: dict[str, deque[_Record]] = defaultdict(deque)
    for known in records:
        free[known.messages[0]].append(known)
    ordered: list[_Record | Json] = []
    texts = [compact(message) for message in wanted]
    number = 0
    while number < len(texts):
        record = free[texts[number]].popleft() if free[texts[number]] else None
        if record is None:
            ordered.append(wanted[number])
            number += 1
        elif tuple(texts[number : number + len(record.messages)]) == record.messages:
            ordered.append(record)
            number += len(record.messages)
        else:
            return None
    return ordered


def _reorder_lines(draft: Draft, records: Sequence[_Record], wanted: Sequence[Json]) -> bool:
    ordered = _ordered(records, wanted)
    kept = [record for record in ordered or () if isinstance(record, _Record)]
    linked = any(key in draft.document[record.number] for record in records for key in _PARENTS)
    if ordered is None or linked or not len(kept) == len(ordered) == len(records):
        return False
    for slot, record in zip(records, kept, strict=True):
        draft.fill_line(slot.number, record.number)
    return True


def _rewrite(draft: Draft, holder: Path, records: Sequence[_Record], wanted: Sequence[Json]) -> bool:
    held = draft.get(holder)
    ordered = _ordered(records, wanted)
    if ordered is None or not isinstance(held, list):
        return False
    verbatim = all(record.messages == (compact(held[record.number]),) for record in records)
    if not verbatim and not all(isinstance(record, _Record) for record in ordered):
        return False  # a record would have to be made up
    ends = [*(record.number for record in records[1:]), records[-1].number + 1]
    behind = {record.number: held[record.number + 1 : end] for record, end in zip(records, ends, strict=True)}
    new = list(held[: records[0].number])
    for item in ordered:
        new += [held[item.number], *behind.pop(item.number)] if isinstance(item, _Record) else [item]
    new += [record for several in behind.values() for record in several]
    new += held[records[-1].number + 1 :]
    draft.set(holder, new) if holder else draft.replace(new)
    return True
