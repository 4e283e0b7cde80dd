"""Lines that name their parents: a repair that only moves calls or results puts whole lines in another order.

The lines take each other's places in the file, so that none is added at the end. Each one gets the line before it in
the new order as its parent. Lines between them that are no messages stay below the line that they follow.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from workbench.conversation import Conversation
from workbench.json.pointer import Path, to_path
from workbench.json.text import Json, compact
from workbench.sources.reading import member
from workbench.sources.writing.draft import Draft

_LINKS = (("uuid", "parentUuid"), ("id", "parentId"))
_CONTENTS = ("content", "parts")


class _Links(NamedTuple):
    """How the lines name each other."""

    id_key: str
    parent_key: str
    by_id: Mapping[str, int]


def reorder_linked(draft: Draft, before: Conversation, after: Conversation) -> bool:
    """Whether the lines could be put in the order of the repaired messages; if not, nothing is changed."""
    links = _links_of(draft)
    old = [line for _, line in _units(before)]
    new = _lines_in_new_order(before, after)
    if links is None or new is None:
        return False
    old_lines, new_lines = list(dict.fromkeys(old)), list(dict.fromkeys(new))
    changed = [n for n, (was, now) in enumerate(zip(old_lines, new_lines, strict=True)) if was != now]
    if not changed or not _is_whole(new):
        return False
    window = slice(changed[0], changed[-1] + 1)
    return _relink(draft, old_lines[window], new_lines[window], links)


def _links_of(draft: Draft) -> _Links | None:
    for id_key, parent_key in _LINKS:
        if any(isinstance(line, dict) and line.get(parent_key) for line in draft.document):
            named = {
                compact(line[id_key]): number
                for number, line in enumerate(draft.document)
                if isinstance(line, dict) and line.get(id_key)
            }
            return _Links(id_key, parent_key, named)
    return None


def _units(conversation: Conversation) -> list[tuple[str, int]]:
    """The blocks of each message, or a message without blocks, as compact JSON with the index of their line."""
    units: list[tuple[str, int]] = []
    for index, message in enumerate(conversation.messages):
        units += [(text, _line_of(conversation, index, inside)) for text, inside in _pieces(message)]
    return units


def _pieces(message: Json) -> Iterable[tuple[str, Path]]:
    """The pieces of a message as compact JSON with their path inside it."""
    for key in _CONTENTS:
        held = member(message, key)
        if isinstance(held, list) and held:
            return [(compact([member(message, "role"), part]), (key, n)) for n, part in enumerate(held)]
    return [(compact(message), ())]


def _line_of(conversation: Conversation, index: int, inside: Path) -> int:
    return int(to_path(conversation.in_file(conversation.pointer(index, inside)))[0])


def _lines_in_new_order(before: Conversation, after: Conversation) -> list[int] | None:
    """The line of each piece after the repair; None if the repair did more than move pieces."""
    free: dict[str, deque[int]] = defaultdict(deque)
    for text, line in _units(before):
        free[text].append(line)
    texts = [text for message in after.messages for text, _ in _pieces(message)]
    lines = [free[text].popleft() if free[text] else None for text in texts]
    known = [line for line in lines if line is not None]
    return known if len(known) == len(lines) and not any(free.values()) else None


def _is_whole(lines: Sequence[int]) -> bool:
    """Whether the pieces of each line are still next to each other."""
    starts = [line for number, line in enumerate(lines) if number == 0 or lines[number - 1] != line]
    return len(starts) == len(set(starts))


def _relink(draft: Draft, old: Sequence[int], new: Sequence[int], links: _Links) -> bool:
    ends = _ends(draft, old, links)
    if ends is None or list(old) != sorted(old):
        return False
    first_parent = draft.document[old[0]].get(links.parent_key)
    below_last = [
        number
        for number, line in enumerate(draft.document)
        if isinstance(line, dict) and number not in old and _parent_of(draft, number, links) == old[-1]
    ]
    ids = {number: draft.document[number].get(links.id_key) for number in {*ends.values(), *old}}
    for number, before in zip(new, [None, *new], strict=False):
        _set_parent(draft, number, first_parent if before is None else ids[ends[before]], links)
    for number in below_last:
        _set_parent(draft, number, ids[ends[new[-1]]], links)
    for slot, number in zip(old, new, strict=True):
        draft.fill_line(slot, number)
    return True


def _ends(draft: Draft, lines: Sequence[int], links: _Links) -> dict[int, int] | None:
    """Line → the last of the lines behind it that are no messages, or the line itself; None if it is no chain."""
    ends = {lines[-1]: lines[-1]}
    for line, after in pairwise(lines):
        parent = _parent_of(draft, after, links)
        ends[line] = line if parent is None else parent
        seen = {after}
        while parent is not None and parent != line and parent not in seen and parent not in lines:
            seen.add(parent)
            parent = _parent_of(draft, parent, links)
        if parent != line:
            return None
    return ends


def _parent_of(draft: Draft, index: int, links: _Links) -> int | None:
    parent = draft.document[index].get(links.parent_key)
    return links.by_id.get(compact(parent)) if parent else None


def _set_parent(draft: Draft, index: int, parent: Json, links: _Links) -> None:
    if draft.document[index].get(links.parent_key) != parent:
        draft.set((index, links.parent_key), parent)
