"""Draft: a file with pending changes. Only changed values are written; every other byte stays the same."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from workbench.json.edited_text import edited_text
from workbench.json.pointer import Path, follow
from workbench.json.style import in_the_style_of
from workbench.json.text import Json

_Value = TypeVar("_Value")


class Draft:
    """Values have the same paths as in `Origin.places`. In a file of lines, the first step is the line index.

    Line indexes refer to the original file until it is written; inserted and deleted lines are applied at the end.
    """

    def __init__(self, text: str, document: Any, lines: tuple[int, ...] = ()) -> None:
        self.document = document.copy()
        self._original = document
        self._own: dict[int, Json] = {}
        """Copies of changed containers; everything else is shared with the original document."""
        self._text = text
        self._numbers = lines
        self._touched: set[str | int] = set()
        """First steps of changed paths."""
        self._inserted: dict[int, list[Json]] = defaultdict(list)
        self._deleted: set[int] = set()
        self._filled: dict[int, int] = {}
        """Lines that get the text of another one."""
        self.memo: dict[Hashable, Any] = {}
        """Values that a writer computes once for many changes, and updates with each change."""

    @property
    def is_lines(self) -> bool:
        return bool(self._numbers)

    def once(self, key: Hashable, compute: Callable[[], _Value]) -> _Value:
        if key not in self.memo:
            self.memo[key] = compute()
        found: _Value = self.memo[key]
        return found

    def get(self, path: Path) -> Any:
        return follow(self.document, path)

    def set(self, path: Path, value: Json) -> None:
        self._changed(path[:-1])[path[-1]] = value
        self._touched.add(path[0])

    def replace(self, document: Json) -> None:
        """Replace the document of a file that is one value."""
        self.document = document

    def insert(self, holder: Path, index: int, value: Json) -> None:
        """Insert a value into a list in the document."""
        self._changed(holder).insert(index, value)
        self._touched.update(holder[:1])

    def remove(self, path: Path) -> None:
        """Remove an item of a list or a key of an object in the document."""
        del self._changed(path[:-1])[path[-1]]
        self._touched.add(path[0])

    def _changed(self, path: Path) -> Any:
        """Return a copy of the container at a path, to be changed."""
        holder = self.document
        for step in path:
            if id(holder[step]) not in self._own:
                holder[step] = holder[step].copy()
                self._own[id(holder[step])] = holder[step]
            holder = holder[step]
        return holder

    def move(self, path: Path, after: int, value: Json) -> None:
        """Write a value, in the place of an item or line, after a later one of the same list or file."""
        if after == path[-1]:
            self.set(path, value)
        elif self.is_lines and len(path) == 1:
            self.delete_line(int(path[0]))
            self.insert_line(after, value)
        else:
            self.insert(path[:-1], after + 1, value)
            self.remove(path)

    def insert_line(self, after: int, value: Json) -> None:
        self._inserted[after].append(value)

    def append_line(self, value: Json) -> None:
        self._inserted[len(self._numbers) - 1].append(value)

    def delete_line(self, index: int) -> None:
        self._deleted.add(index)

    def fill_line(self, index: int, other: int) -> None:
        """Put another line in the place of one; the caller does so for each line of a new order."""
        self._filled[index] = other

    def is_deleted(self, index: int) -> bool:
        return index in self._deleted

    def written(self) -> str:
        """Return the text of the file with the changes."""
        if not self.is_lines:
            return edited_text(self._text, self._original, self.document)
        old = self._text.split("\n")
        lines = [[line] for line in old]
        for index, number in enumerate(self._numbers):
            lines[number - 1] = self._lines_for(self._in_place_of(old, index), index, is_last=number == len(lines))
        return "\n".join(line for several in lines for line in several)

    def _in_place_of(self, old: list[str], index: int) -> str:
        line = old[self._numbers[index] - 1]
        if index not in self._filled:
            return line
        ending = "\r" if line.endswith("\r") else ""
        return old[self._numbers[self._filled[index]] - 1].removesuffix("\r") + ending

    def _lines_for(self, line: str, index: int, is_last: bool) -> list[str]:
        ending = "\r" if line.endswith("\r") else ""
        new = [in_the_style_of(line, value) + ending for value in self._inserted.get(index, ())]
        kept = [] if index in self._deleted else [self._edited(line, self._filled.get(index, index))]
        if new and is_last:  # the file does not end with a newline, and still should not
            new[-1] = new[-1].removesuffix("\r")
        return [*kept, *new]

    def _edited(self, line: str, index: int) -> str:
        return edited_text(line, self._original[index], self.document[index]) if index in self._touched else line
