"""The requests that the embedded model received: the last ones in memory, and as files where the user wants them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from workbench.files import write_whole
from workbench.json.text import Json

_MOST_IN_MEMORY = 200
_MOST_BYTES = 16 * 1024 * 1024
"""Of all bodies in memory. As values they take several times as much."""
_MOST_FILES = 1000


class KeptRequest(NamedTuple):
    number: int
    wire: str
    target: str
    body: Json
    """As it was sent; None if it was too large to be kept. Headers, and so keys, are not kept."""
    file: Path | None = None
    size: int = 0
    """Bytes of the body that is kept."""


class KeptRequests:
    def __init__(self, folder: Path | None = None) -> None:
        self._requests: deque[KeptRequest] = deque()
        self._bytes = 0
        self._files: deque[Path] = deque()
        self._folder = folder
        self.count = 0
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)

    def add(self, wire: str, target: str, body: object, content: bytes) -> KeptRequest:
        """One more. Of its own files only the newest are kept; others in the folder are never touched."""
        self.count += 1
        file = self._write(target, content) if self._folder is not None else None
        fits = len(content) <= _MOST_BYTES
        kept = KeptRequest(self.count, wire, target, body if fits else None, file, len(content) if fits else 0)
        self._requests.append(kept)
        self._bytes += kept.size
        while len(self._requests) > _MOST_IN_MEMORY or self._bytes > _MOST_BYTES:
            self._bytes -= self._requests.popleft().size
        return kept

    def _write(self, target: str, content: bytes) -> Path:
        assert self._folder is not None
        number = self.count
        while (file := self._folder / f"{number:04d}-{target}.json").exists():
            number += 1
        write_whole(file, content)
        self._files.append(file)
        if len(self._files) > _MOST_FILES:
            self._files.popleft().unlink(missing_ok=True)
        return file

    def __iter__(self) -> Iterator[KeptRequest]:
        return iter(tuple(self._requests))

    def __len__(self) -> int:
        return len(self._requests)
