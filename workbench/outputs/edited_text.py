"""A changed document written into its own text: only what changed is written anew, every other character stays.

A number written `1.10` stays `1.10`, an escape stays an escape, what moves is moved as it was written, and a diff shows
the repair and nothing else. Patched documents share what did not change with the original, so unchanged parts are known
without comparing them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cached_property
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import NamedTuple

from workbench.json.text import Json, compact, parse_or_none
from workbench.outputs.aligned import kept_items
from workbench.outputs.rewrite import Style, in_the_style_of, style_of

_BLANKS = " \t\r\n"
_BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*+"|[\[\]{}]')


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
        edited = _Original(text, before).edited(after)
        if compact(parse_or_none(edited)) == compact(after):
            return edited
    except (_NotAsRead, ValueError, IndexError, RecursionError):
        pass
    return in_the_style_of(text, after)


class _Original:
    """The text as it is, with the document that was read from it."""

    def __init__(self, text: str, document: object) -> None:
        self._text = text
        self._document = document
        self._style = style_of(text)._replace(ends_line=False)

    def edited(self, after: object) -> str:
        pieces, place = list[str](), 0
        for start, end, new in sorted(self._changes(_skip(self._text, 0), self._document, after), key=_place_of):
            pieces += [self._text[place:start], new]
            place = end
        return "".join([*pieces, self._text[place:]])

    def _changes(self, at: int, before: object, after: object) -> Iterator[_Edit]:
        """The edits that turn the value at an offset into another."""
        if before is after:
            return
        if isinstance(before, dict) and isinstance(after, dict) and _keeps_order(before, after):
            yield from self._object_changes(at, before, after)
        elif isinstance(before, list) and isinstance(after, list) and (kept := kept_items(before, after)):
            yield from self._list_changes(at, before, after, kept)
        elif compact(before) != compact(after):
            _, end = json.JSONDecoder().raw_decode(self._text, at)
            yield _Edit(at, end, self._written(at, after, self._style_like(self._text[at:end], after)))

    def _object_changes(self, at: int, before: dict[str, Json], after: dict[str, Json]) -> Iterator[_Edit]:
        """Of a key that is there twice the last one counts; the others stay as they are, unless it goes."""
        members = _members(self._text, at)
        last = {member.key: number for number, member in enumerate(members)}
        gone = [number for number, member in enumerate(members) if member.key not in after]
        if last.keys() != before.keys() or any(last[members[number].key] != number for number in gone):
            raise _NotAsRead
        for key in before:
            if key in after:
                yield from self._changes(members[last[key]].value, before[key], after[key])
        yield from _removals(at, members, gone)
        added = [key for key in after if key not in before]
        if added:
            is_gone = set(gone)
            neighbour = next(member for number, member in reversed([*enumerate(members)]) if number not in is_gone)
            colon = self._text[scanstring(self._text, neighbour.start + 1)[1] : neighbour.value]
            values = [self._written(neighbour.start, after[key], self._style) for key in added]
            new = [f"{json.dumps(key)}{colon}{value}" for key, value in zip(added, values, strict=True)]
            separator = self._separator(at, members)
            yield _Edit(neighbour.end, neighbour.end, "".join(separator + one for one in new))

    def _list_changes(
        self, at: int, before: list[Json], after: list[Json], kept: list[tuple[int, int]]
    ) -> Iterator[_Edit]:
        members = _members(self._text, at)
        if len(members) != len(before):
            raise _NotAsRead
        for was, now in kept:
            yield from self._changes(members[was].value, before[was], after[now])
        stays = {was for was, _ in kept}
        yield from _removals(at, members, [number for number in range(len(members)) if number not in stays])
        separator = self._separator(at, members)
        sample = self._text[members[0].value : members[0].end]
        style = self._style_like(sample, before[0])
        first = 0
        for was, now in kept:
            new = [self._written(members[0].start, item, style) for item in after[first:now]]
            yield _Edit(members[was].start, members[was].start, "".join(one + separator for one in new))
            first = now + 1
        new = [self._written(members[0].start, item, style) for item in after[first:]]
        yield _Edit(members[kept[-1][0]].end, members[kept[-1][0]].end, "".join(separator + one for one in new))

    def _separator(self, at: int, members: list[_Member]) -> str:
        if len(members) > 1:
            return self._text[members[0].end : members[1].start]
        return "," + self._text[at + 1 : members[0].start]

    def _style_like(self, neighbour: str, value: object) -> Style:
        """On one line where its neighbour is."""
        if "\n" in neighbour or not isinstance(value, (dict, list)):
            return self._style
        return style_of(neighbour)

    def _written(self, at: int, value: object, style: Style) -> str:
        """A value as the text around it is written; what is in the text already, as it is written there."""
        marked, marks = self._with_marks(value)
        written = style.written(marked).replace("\n", "\n" + self._margin(at))
        if not marks:
            return written
        return re.sub(f'"{self._mark}([0-9]+)"', lambda mark: self._moved(marks[int(mark[1])], mark), written)

    def _moved(self, span: tuple[int, int], mark: re.Match[str]) -> str:
        """What is in the text, with the margin of its new place."""
        line = mark.string[mark.string.rfind("\n", 0, mark.start()) + 1 :]
        margin = line[: len(line) - len(line.lstrip(_BLANKS))] if "\n" in mark.string else self._margin(span[0])
        return self._text[span[0] : span[1]].replace("\n" + self._margin(span[0]), "\n" + margin)

    def _with_marks(self, value: object) -> tuple[Json, list[tuple[int, int]]]:
        """The value with a mark for each list and object that is in the text, and where those are."""
        marks = list[tuple[int, int]]()
        root: list[Json] = [value]
        left: list[Json] = [root]
        while left:
            holder = left.pop()
            for step, item in list(holder.items()) if isinstance(holder, dict) else list(enumerate(holder)):
                if not isinstance(item, (dict, list)):
                    continue
                if (span := self._spans.get(id(item))) is not None:
                    holder[step] = f"{self._mark}{len(marks)}"
                    marks.append(span)
                else:
                    holder[step] = item.copy()
                    left.append(holder[step])
        return root[0], marks

    @cached_property
    def _spans(self) -> dict[int, tuple[int, int]]:
        """Where each list and object of the document is; nothing where the text has more or fewer of them."""
        spans, opened = list[tuple[int, int]](), list[int]()
        for bracket in _BRACKETS.finditer(self._text):
            if bracket[0] in "[{":
                opened.append(len(spans))
                spans.append(bracket.span())
            elif bracket[0] in "]}":
                number = opened.pop()
                spans[number] = (spans[number][0], bracket.end())
        held = [id(container) for container in _containers(self._document)]
        return dict(zip(held, spans, strict=True)) if len(held) == len(spans) else {}

    @cached_property
    def _mark(self) -> str:
        """What is in no text of the document."""
        number = 0
        while f"kept {number} " in self._text:
            number += 1
        return f"kept {number} "

    def _margin(self, at: int) -> str:
        if not self._style.indent:
            return ""
        line = self._text[self._text.rfind("\n", 0, at) + 1 : at]
        return line[: len(line) - len(line.lstrip())]


def _place_of(edit: _Edit) -> tuple[int, int]:
    return edit.start, edit.end


def _keeps_order(before: dict[str, Json], after: dict[str, Json]) -> bool:
    """Whether keys of the one come first in the other, in their order."""
    stay = [key for key in before if key in after]
    return bool(stay) and stay == list(after)[: len(stay)]


def _containers(document: object) -> Iterator[Json]:
    """Every list and object, in the order in which they begin."""
    left = [document]
    while left:
        value = left.pop()
        if isinstance(value, (dict, list)):
            yield value
            left.extend(reversed(value.values() if isinstance(value, dict) else value))


def _removals(at: int, members: list[_Member], gone: list[int]) -> Iterator[_Edit]:
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
