"""Transcript: messages as a source makes them, each with the place in the file that it came from."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from workbench.json.pointer import Path
from workbench.json.text import Json


class Transcript:
    def __init__(self) -> None:
        self.messages: list[Any] = []
        self.places: dict[Path, Path] = {}
        self.joined: dict[Path, list[Path]] = {}

    def __len__(self) -> int:
        return len(self.messages)

    def add(self, message: object, at: Path, parts: Iterable[tuple[Path, Path]] = ()) -> int:
        """Append a message made of what is `at` a place; `parts` of it may come from elsewhere."""
        index = len(self.messages)
        self.messages.append(message)
        self.places[(index,)] = at
        if parts:
            self.note(index, parts)
        return index

    def note(self, index: int, parts: Iterable[tuple[Path, Path]]) -> None:
        """Parts of a message (paths inside it) and where they come from."""
        for path, place in parts:
            self.places[(index, *path)] = place

    def join(self, path: Path, place: Path) -> None:
        """Note one more place whose text is part of the value at a path, which begins with the index of its message."""
        self.joined.setdefault(path, []).append(place)

    def add_blocks(self, role: str, blocks: Iterable[tuple[Json, Path]], at: Path, key: str = "content") -> int | None:
        """A message of blocks, each with its own place; nothing if there are none."""
        listed = list(blocks)
        if not listed:
            return None
        parts = [((key, number), place) for number, (_, place) in enumerate(listed)]
        return self.add({"role": role, key: [block for block, _ in listed]}, at, parts)
