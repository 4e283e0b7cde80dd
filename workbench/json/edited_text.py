"""Write a changed document into its original text and keep every character that did not change.

A number written `1.10` stays `1.10`, an escape stays an escape, a moved value is written as before, and a diff shows
only the repair. A patched document shares its unchanged values with the original, so they are recognised by identity.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cached_property
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any, NamedTuple

from workbench.json.aligned import kept_items
from workbench.json.style import Style, in_the_style_of, style_of
from workbench.json.text import Json, compact, parse_or_none

_WHITE_SPACE = " \t\r\n"
_STRING_OR_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*+"|[\[\]{}]')


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
    """The text cannot be edited in place: it is not the plain JSON that the document was read from."""


def edited_text(text: str, before: object, after: object) -> str:
    """Return the text of `before` edited so that it reads `after`, or `after` written in the same style."""
    try:
        edited = _Original(text, before).edited(after)
        if compact(parse_or_none(edited)) == compact(after):
            return edited
    except (_CannotEdit, ValueError, IndexError, RecursionError):
        pass
    return in_the_style_of(text, after)


class _Original:
    """A text and the document that was read from it."""

    def __init__(self, text: str, document: object) -> None:
        self._text = text
        self._document = document
        self._style = style_of(text)._replace(ends_line=False)

    def edited(self, after: object) -> str:
        pieces, offset = list[str](), 0
        for start, end, new in sorted(self._changes(_skip(self._text, 0), self._document, after), key=_position):
            pieces += [self._text[offset:start], new]
            offset = end
        return "".join([*pieces, self._text[offset:]])

    def _changes(self, at: int, before: object, after: object) -> Iterator[_Edit]:
        """Yield the edits that turn the value at an offset into another."""
        if before is after:
            return
        if isinstance(before, dict) and isinstance(after, dict) and _keeps_order(before, after):
            yield from self._object_changes(at, before, after)
        elif isinstance(before, list) and isinstance(after, list) and (kept := kept_items(before, after)):
            yield from self._list_changes(at, before, after, kept)
        elif compact(before) != compact(after):
            _, end = json.JSONDecoder().raw_decode(self._text, at)
            yield _Edit(at, end, self._value_text(at, after, self._style_like(self._text[at:end], after)))

    def _object_changes(self, at: int, before: dict[str, Json], after: dict[str, Json]) -> Iterator[_Edit]:
        """Yield the edits of an object. If a key occurs twice, only its last value counts, and the others stay."""
        members = _members(self._text, at)
        last = {member.key: number for number, member in enumerate(members)}
        removed = [number for number, member in enumerate(members) if member.key not in after]
        if last.keys() != before.keys() or any(last[members[number].key] != number for number in removed):
            raise _CannotEdit
        for key in before:
            if key in after:
                yield from self._changes(members[last[key]].value, before[key], after[key])
        yield from _removals(at, members, removed)
        added = [key for key in after if key not in before]
        if added:
            is_removed = set(removed)
            neighbour = next(member for number, member in reversed([*enumerate(members)]) if number not in is_removed)
            colon = self._text[scanstring(self._text, neighbour.start + 1)[1] : neighbour.value]
            values = [self._value_text(neighbour.start, after[key], self._style) for key in added]
            texts = [f"{json.dumps(key)}{colon}{value}" for key, value in zip(added, values, strict=True)]
            separator = self._separator(at, members)
            yield _Edit(neighbour.end, neighbour.end, "".join(separator + added_text for added_text in texts))

    def _list_changes(
        self, at: int, before: list[Json], after: list[Json], kept: list[tuple[int, int]]
    ) -> Iterator[_Edit]:
        members = _members(self._text, at)
        if len(members) != len(before):
            raise _CannotEdit
        for old, new in kept:
            yield from self._changes(members[old].value, before[old], after[new])
        stays = {old for old, _ in kept}
        yield from _removals(at, members, [number for number in range(len(members)) if number not in stays])
        separator = self._separator(at, members)
        style = self._style_like(self._text[members[0].value : members[0].end], before[0])
        next_new = 0
        for old, new in kept:
            texts = [self._value_text(members[0].start, item, style) for item in after[next_new:new]]
            offset = members[old].start
            yield _Edit(offset, offset, "".join(added_text + separator for added_text in texts))
            next_new = new + 1
        texts = [self._value_text(members[0].start, item, style) for item in after[next_new:]]
        offset = members[kept[-1][0]].end
        yield _Edit(offset, offset, "".join(separator + added_text for added_text in texts))

    def _separator(self, at: int, members: list[_Member]) -> str:
        if len(members) > 1:
            return self._text[members[0].end : members[1].start]
        return "," + self._text[at + 1 : members[0].start]

    def _style_like(self, neighbour: str, value: object) -> Style:
        """Return the style for a new value, which is on one line if its neighbour is."""
        if "\n" in neighbour or not isinstance(value, (dict, list)):
            return self._style
        return style_of(neighbour)

    def _value_text(self, at: int, value: object, style: Style) -> str:
        """Return a value in a style. Its lists and objects that are in the text already are copied from there."""
        marked, spans = self._with_marks(value)
        value_text = style.written(marked).replace("\n", "\n" + self._margin(at))
        if not spans:
            return value_text
        return re.sub(f'"{self._mark}([0-9]+)"', lambda mark: self._moved(spans[int(mark[1])], mark), value_text)

    def _moved(self, span: tuple[int, int], mark: re.Match[str]) -> str:
        """Return a part of the text, indented for the line of a mark."""
        line = mark.string[mark.string.rfind("\n", 0, mark.start()) + 1 :]
        margin = line[: len(line) - len(line.lstrip(_WHITE_SPACE))] if "\n" in mark.string else self._margin(span[0])
        return self._text[span[0] : span[1]].replace("\n" + self._margin(span[0]), "\n" + margin)

    def _with_marks(self, value: object) -> tuple[Json, list[tuple[int, int]]]:
        """Return the value with a mark for each list and object that is in the text, and the spans of those."""
        spans = list[tuple[int, int]]()
        root: list[Json] = [value]
        pending: list[Any] = [root]
        while pending:
            container = pending.pop()
            for step, item in list(container.items()) if isinstance(container, dict) else list(enumerate(container)):
                if not isinstance(item, (dict, list)):
                    continue
                if (span := self._spans.get(id(item))) is not None:
                    container[step] = f"{self._mark}{len(spans)}"
                    spans.append(span)
                else:
                    container[step] = item.copy()
                    pending.append(container[step])
        return root[0], spans

    @cached_property
    def _spans(self) -> dict[int, tuple[int, int]]:
        """Identity of a list or object of the document → its span. Empty if the text has more or fewer of them."""
        spans, open_brackets = list[tuple[int, int]](), list[int]()
        for token in _STRING_OR_BRACKET.finditer(self._text):
            if token[0] in "[{":
                open_brackets.append(len(spans))
                spans.append(token.span())
            elif token[0] in "]}":
                number = open_brackets.pop()
                spans[number] = (spans[number][0], token.end())
        identities = [id(container) for container in _containers(self._document)]
        return dict(zip(identities, spans, strict=True)) if len(identities) == len(spans) else {}

    @cached_property
    def _mark(self) -> str:
        """A text that does not occur in the document."""
        number = 0
        while f"kept {number} " in self._text:
            number += 1
        return f"kept {number} "

    def _margin(self, at: int) -> str:
        if not self._style.indent:
            return ""
        line = self._text[self._text.rfind("\n", 0, at) + 1 : at]
        return line[: len(line) - len(line.lstrip())]


def _position(edit: _Edit) -> tuple[int, int]:
    return edit.start, edit.end


def _keeps_order(before: dict[str, Json], after: dict[str, Json]) -> bool:
    """Whether the remaining keys come first in the changed object and in the same order."""
    remaining = [key for key in before if key in after]
    return bool(remaining) and remaining == list(after)[: len(remaining)]


def _containers(document: object) -> Iterator[Json]:
    """Yield every list and object, in the order in which they begin."""
    pending = [document]
    while pending:
        value = pending.pop()
        if isinstance(value, (dict, list)):
            yield value
            pending.extend(reversed(value.values() if isinstance(value, dict) else value))


def _removals(at: int, members: list[_Member], removed: list[int]) -> Iterator[_Edit]:
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
