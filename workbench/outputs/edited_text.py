"""A changed document written into its own text: only what changed is written anew, every other character stays.

A number written `1.10` stays `1.10`, an escape stays an escape, and a diff shows the repair and nothing else. Patched
documents share what did not change with the original, so unchanged parts are known without comparing them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import NamedTuple

from workbench.json.text import Json, compact, parse_or_none
from workbench.outputs.rewrite import in_the_style_of, indent_of

_BLANKS = " \t\r\n"


class _Member(NamedTuple):
    """An item of a list or a member of an object, with its place in the text."""

    key: str | None
    start: int
    """Of the key, where there is one."""
    value: int
    end: int


class _Edit(NamedTuple):
    start: int
    end: int
    text: str


class _NotAsRead(Exception):
    """The text is not the plain JSON that the document was read from."""


def edited_text(text: str, before: object, after: object) -> str:
    """The text of `before` with what differs in `after`; in the same style where that cannot be done exactly."""
    try:
        edits = list(_changes(text, _skip(text, 0), before, after))
        for start, end, new in sorted(edits, reverse=True):
            text = text[:start] + new + text[end:]
        if compact(parse_or_none(text)) == compact(after):
            return text
    except (_NotAsRead, ValueError, RecursionError):
        pass
    return in_the_style_of(text, after)


def _changes(text: str, at: int, before: object, after: object) -> Iterator[_Edit]:
    """The edits that turn the value at an offset into another."""
    if before is after:
        return
    if isinstance(before, dict) and isinstance(after, dict) and before and after:
        yield from _object_changes(text, at, before, after)
    elif isinstance(before, list) and isinstance(after, list) and before and after:
        yield from _list_changes(text, at, before, after)
    elif compact(before) != compact(after):
        _, end = json.JSONDecoder().raw_decode(text, at)
        yield _Edit(at, end, _written(text, at, after, text[at:end]))


def _object_changes(text: str, at: int, before: dict[str, Json], after: dict[str, Json]) -> Iterator[_Edit]:
    members = _members(text, at)
    if [member.key for member in members] != list(before):
        raise _NotAsRead  # a key that occurs twice
    for member in members:
        if member.key in after:
            yield from _changes(text, member.value, before[member.key], after[member.key])
    gone = [number for number, member in enumerate(members) if member.key not in after]
    yield from _removals(text, at, members, gone)
    added = [key for key in after if key not in before]
    kept = [member for number, member in enumerate(members) if number not in set(gone)]
    if added and not kept:
        raise _NotAsRead
    if added:
        last = kept[-1]
        colon = text[scanstring(text, last.start + 1)[1] : last.value]
        new = [f"{json.dumps(key)}{colon}{_written(text, last.start, after[key], '')}" for key in added]
        yield _Edit(last.end, last.end, "".join(_separator(text, at, members) + one for one in new))


def _list_changes(text: str, at: int, before: list[Json], after: list[Json]) -> Iterator[_Edit]:
    members = _members(text, at)
    if len(members) != len(before):
        raise _NotAsRead
    gone: list[int] = []
    separator = _separator(text, at, members)
    for how, first, last, start, end in _aligned(before, after):
        if how == "equal":
            continue
        both = min(last - first, end - start)
        for offset in range(both):
            yield from _changes(text, members[first + offset].value, before[first + offset], after[start + offset])
        gone += range(first + both, last)
        new = [_written(text, members[0].start, item, _sample(text, members)) for item in after[start + both : end]]
        if new:
            place = first + both
            if place < len(members):
                yield _Edit(members[place].start, members[place].start, "".join(one + separator for one in new))
            else:
                yield _Edit(members[-1].end, members[-1].end, "".join(separator + one for one in new))
    if len(gone) == len(members):
        raise _NotAsRead
    yield from _removals(text, at, members, gone)


def _aligned(before: list[Json], after: list[Json]) -> Sequence[tuple[str, int, int, int, int]]:
    """Which items stay. Those that both lists share are known by identity, the others by what they say."""
    shared = {id(item) for item in before} & {id(item) for item in after}

    def name(item: object) -> object:
        return id(item) if id(item) in shared else compact(item)

    return SequenceMatcher(None, [name(item) for item in before], [name(item) for item in after], False).get_opcodes()


def _removals(text: str, at: int, members: list[_Member], gone: list[int]) -> Iterator[_Edit]:
    """Each run of members goes with one of the separators around it."""
    runs: list[list[int]] = []
    for number in gone:
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    for first, last in runs:
        if last + 1 < len(members):
            yield _Edit(members[first].start, members[last + 1].start, "")
        else:
            yield _Edit(members[first - 1].end if first else at + 1, members[last].end, "")


def _members(text: str, at: int) -> list[_Member]:
    """The members of the object or list that begins at an offset."""
    decoder, members = json.JSONDecoder(), list[_Member]()
    is_object, place = text[at] == "{", _skip(text, at + 1)
    while text[place] not in "}]":
        start, key = place, None
        if is_object:
            key, place = scanstring(text, place + 1)
            place = _skip(text, _skip(text, place) + 1)
        _, end = decoder.raw_decode(text, place)
        members.append(_Member(key, start, place, end))
        place = _skip(text, end)
        if text[place] == ",":
            place = _skip(text, place + 1)
    return members


def _skip(text: str, place: int) -> int:
    while place < len(text) and text[place] in _BLANKS:
        place += 1
    if place == len(text):
        raise _NotAsRead
    return place


def _separator(text: str, at: int, members: list[_Member]) -> str:
    if len(members) > 1:
        return text[members[0].end : members[1].start]
    return "," + text[at + 1 : members[0].start]


def _sample(text: str, members: list[_Member]) -> str:
    return text[members[0].value : members[0].end]


def _written(text: str, at: int, value: object, like: str) -> str:
    """A value as the text around it is written; on one line where its neighbour is."""
    indent = indent_of(text)
    style = text if "\n" in like or not like or not isinstance(value, (dict, list)) else like
    written = in_the_style_of(style, value).rstrip("\r\n")
    line = text[text.rfind("\n", 0, at) + 1 : at]
    margin = line[: len(line) - len(line.lstrip())] if indent else ""
    return written.replace("\n", "\n" + margin)
