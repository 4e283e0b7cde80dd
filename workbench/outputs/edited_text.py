"""Write a changed document into its original text and keep every character that did not change.

A number written `1.10` stays `1.10`, an escape stays an escape, and a diff shows only the repair. A patched document
shares its unchanged values with the original, so they are recognised by identity.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import NamedTuple

from workbench.json.text import Json, compact, parse_or_none
from workbench.outputs.rewrite import in_the_style_of, indent_of

_WHITE_SPACE = " \t\r\n"


class _Member(NamedTuple):
    """An item of a list or a member of an object, with its offsets in the text."""

    key: str | None
    start: int
    """The offset of the key if there is one, otherwise of the value."""
    value: int
    end: int


class _Edit(NamedTuple):
    start: int
    end: int
    text: str


class _CannotEdit(Exception):
    """The text cannot be edited in place: it is not plain JSON, or nothing in it shows how to write an addition."""


def edited_text(text: str, before: object, after: object) -> str:
    """Return the text of `before` edited so that it reads `after`, or `after` written in the same style."""
    try:
        edits = list(_changes(text, _skip(text, 0), before, after))
        for start, end, new in sorted(edits, reverse=True):
            text = text[:start] + new + text[end:]
        if compact(parse_or_none(text)) == compact(after):
            return text
    except (_CannotEdit, ValueError, RecursionError):
        pass
    return in_the_style_of(text, after)


def _changes(text: str, at: int, before: object, after: object) -> Iterator[_Edit]:
    """Yield the edits that turn the value at an offset into another."""
    if before is after:
        return
    if isinstance(before, dict) and isinstance(after, dict) and before and after:
        yield from _object_changes(text, at, before, after)
    elif isinstance(before, list) and isinstance(after, list) and before and after:
        yield from _list_changes(text, at, before, after)
    elif compact(before) != compact(after):
        _, end = json.JSONDecoder().raw_decode(text, at)
        yield _Edit(at, end, _value_text(text, at, after, text[at:end]))


def _object_changes(text: str, at: int, before: dict[str, Json], after: dict[str, Json]) -> Iterator[_Edit]:
    members = _members(text, at)
    if [member.key for member in members] != list(before):
        raise _CannotEdit  # a key occurs twice
    for member in members:
        if member.key in after:
            yield from _changes(text, member.value, before[member.key], after[member.key])
    removed = [number for number, member in enumerate(members) if member.key not in after]
    yield from _removals(text, at, members, removed)
    added = [key for key in after if key not in before]
    remaining = [member for number, member in enumerate(members) if number not in set(removed)]
    if added and not remaining:
        raise _CannotEdit
    if added:
        last = remaining[-1]
        colon = text[scanstring(text, last.start + 1)[1] : last.value]
        texts = [f"{json.dumps(key)}{colon}{_value_text(text, last.start, after[key], '')}" for key in added]
        yield _Edit(last.end, last.end, "".join(_separator(text, at, members) + added_text for added_text in texts))


def _list_changes(text: str, at: int, before: list[Json], after: list[Json]) -> Iterator[_Edit]:
    members = _members(text, at)
    if len(members) != len(before):
        raise _CannotEdit
    removed: list[int] = []
    separator = _separator(text, at, members)
    for operation, first, last, start, end in _alignment(before, after):
        if operation == "equal":
            continue
        paired = min(last - first, end - start)
        for offset in range(paired):
            yield from _changes(text, members[first + offset].value, before[first + offset], after[start + offset])
        removed += range(first + paired, last)
        neighbour = _first_value_text(text, members)
        texts = [_value_text(text, members[0].start, item, neighbour) for item in after[start + paired : end]]
        if texts:
            position = first + paired
            if position < len(members):
                offset = members[position].start
                yield _Edit(offset, offset, "".join(added_text + separator for added_text in texts))
            else:
                offset = members[-1].end
                yield _Edit(offset, offset, "".join(separator + added_text for added_text in texts))
    if len(removed) == len(members):
        raise _CannotEdit
    yield from _removals(text, at, members, removed)


def _alignment(before: list[Json], after: list[Json]) -> Sequence[tuple[str, int, int, int, int]]:
    """Align two lists. Items that both lists share are matched by identity, the others by their JSON."""
    shared = {id(item) for item in before} & {id(item) for item in after}

    def key(item: object) -> object:
        return id(item) if id(item) in shared else compact(item)

    return SequenceMatcher(None, [key(item) for item in before], [key(item) for item in after], False).get_opcodes()


def _removals(text: str, at: int, members: list[_Member], removed: list[int]) -> Iterator[_Edit]:
    """Yield an edit for each run of consecutive members, which also removes one adjacent separator."""
    runs: list[list[int]] = []
    for number in removed:
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
    """Return the members of the object or list that begins at an offset."""
    decoder, members = json.JSONDecoder(), list[_Member]()
    is_object, offset = text[at] == "{", _skip(text, at + 1)
    while text[offset] not in "}]":
        start, key = offset, None
        if is_object:
            key, offset = scanstring(text, offset + 1)
            offset = _skip(text, _skip(text, offset) + 1)
        _, end = decoder.raw_decode(text, offset)
        members.append(_Member(key, start, offset, end))
        offset = _skip(text, end)
        if text[offset] == ",":
            offset = _skip(text, offset + 1)
    return members


def _skip(text: str, offset: int) -> int:
    """Return the offset of the next character that is not white space."""
    while offset < len(text) and text[offset] in _WHITE_SPACE:
        offset += 1
    if offset == len(text):
        raise _CannotEdit
    return offset


def _separator(text: str, at: int, members: list[_Member]) -> str:
    if len(members) > 1:
        return text[members[0].end : members[1].start]
    return "," + text[at + 1 : members[0].start]


def _first_value_text(text: str, members: list[_Member]) -> str:
    return text[members[0].value : members[0].end]


def _value_text(text: str, at: int, value: object, neighbour: str) -> str:
    """Return a value in the style of the text around it, and on one line if its neighbour is."""
    indent = indent_of(text)
    is_multiline = "\n" in neighbour or not neighbour or not isinstance(value, (dict, list))
    value_text = in_the_style_of(text if is_multiline else neighbour, value).rstrip("\r\n")
    line = text[text.rfind("\n", 0, at) + 1 : at]
    margin = line[: len(line) - len(line.lstrip())] if indent else ""
    return value_text.replace("\n", "\n" + margin)
