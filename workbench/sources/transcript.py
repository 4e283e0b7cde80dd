"""Transcript: messages that a source builds, each with its place in the file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from workbench.json.pointer import Path, item_paths
from workbench.json.text import Json


class Transcript:
    def __init__(self) -> None:
        self.messages: list[Any] = []
        self.places: dict[Path, Path] = {}
        self.joined: dict[Path, list[Path]] = {}

    def __len__(self) -> int:
        return len(self.messages)

    def add(self, message: object, at: Path, parts: Iterable[tuple[Path, Path]] = ()) -> int:
        """Append a message that was read `at` a place. Its `parts` can have other places."""
        index = len(self.messages)
        self.messages.append(message)
        self.places[(index,)] = at
        if parts:
            self.note(index, parts)
        return index

    def add_items(self, messages: Sequence[Json], at: Path, indexes: Sequence[int]) -> None:
        """Append messages that are items of the list `at` a place, given with their indexes there."""
        start, end = len(self.messages), len(self.messages) + len(messages)
        self.messages += messages
        paths = item_paths(max(end, indexes[-1] + 1 if indexes else 0))
        places: list[Path] = [(*at, index) if at else paths[index] for index in indexes]
        self.places.update(zip(paths[start:end], places, strict=True))

    def note(self, index: int, parts: Iterable[tuple[Path, Path]]) -> None:
        """Record the places of parts of a message, given by their paths inside it."""
        for path, place in parts:
            self.places[(index, *path)] = place

    def join(self, path: Path, place: Path) -> None:
        """Record another place whose text is part of the value at a path. The path begins with the message index."""
        self.joined.setdefault(path, []).append(place)

    def add_blocks(self, role: str, blocks: Iterable[tuple[Json, Path]], at: Path, key: str = "content") -> int | None:
        """Append a message of blocks, each with its own place. Without blocks, nothing is added."""
        listed = list(blocks)
        if not listed:
            return None
        parts = [((key, number), place) for number, (_, place) in enumerate(listed)]
        return self.add({"role": role, key: [block for block, _ in listed]}, at, parts)
