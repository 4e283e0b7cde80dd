"""Draft: a file as it will be written. Only what is changed is written anew, every other byte stays."""

from __future__ import annotations

import copy
from collections import defaultdict

from workbench.json.pointer import Path, follow
from workbench.json.text import Json
from workbench.outputs.edited_text import edited_text
from workbench.outputs.rewrite import in_the_style_of


class Draft:
    """Values by their path in the document, as `Origin.places` has them. Of a file of lines the first step is the line.

    Indexes stay those of the file as it was read, until it is written: what is inserted or taken out is remembered.
    """

    def __init__(self, text: str, document: Json, lines: tuple[int, ...] = ()) -> None:
        self.document = copy.deepcopy(document)
        self._original = document
        self._text = text
        self._numbers = lines
        self._touched: set[Path] = set()
        self._inserted: dict[int, list[Json]] = defaultdict(list)
        self._deleted: set[int] = set()
        self.tails: dict[Json, Json] = {}
        """Of linked lines: a line's id → the id of the line that was inserted below it."""

    @property
    def is_lines(self) -> bool:
        return bool(self._numbers)

    def get(self, path: Path) -> Json:
        return follow(self.document, path)

    def set(self, path: Path, value: Json) -> None:
        self.get(path[:-1])[path[-1]] = value
        self._touched.add(path)

    def insert(self, holder: Path, index: int, value: Json) -> None:
        """Into a list inside of the document."""
        self.get(holder).insert(index, value)
        self._touched.add(holder)

    def remove(self, path: Path) -> None:
        """An item of a list, or a key of an object, inside of the document."""
        del self.get(path[:-1])[path[-1]]
        self._touched.add(path[:-1])

    def insert_line(self, after: int, value: Json) -> None:
        self._inserted[after].append(value)

    def append_line(self, value: Json) -> None:
        self._inserted[len(self._numbers) - 1].append(value)

    def delete_line(self, index: int) -> None:
        self._deleted.add(index)

    def is_deleted(self, index: int) -> bool:
        return index in self._deleted

    def written(self) -> str:
        """The text of the file with the changes in it."""
        if not self.is_lines:
            return edited_text(self._text, self._original, self.document)
        lines = self._text.split("\n")
        for index in range(len(self._numbers) - 1, -1, -1):
            self._write_line(lines, index)
        return "\n".join(lines)

    def _write_line(self, lines: list[str], index: int) -> None:
        at = self._numbers[index] - 1
        line = lines[at]
        ending = "\r" if line.endswith("\r") else ""
        new = [in_the_style_of(line, value) + ending for value in self._inserted.get(index, ())]
        kept = [] if index in self._deleted else [self._changed(line, index)]
        if new and at == len(lines) - 1:  # the file has no newline at its end, and keeps having none
            new[-1] = new[-1].removesuffix("\r")
        lines[at : at + 1] = [*kept, *new]

    def _changed(self, line: str, index: int) -> str:
        is_touched = any(path[0] == index for path in self._touched)
        return edited_text(line, self._original[index], self.document[index]) if is_touched else line
