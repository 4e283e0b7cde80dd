"""The requests that the embedded model received: the latest in memory, and in files if the user wants them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from workbench.files import write_atomically
from workbench.json.text import Json

_MAX_IN_MEMORY = 200
_MAX_BYTES = 16 * 1024 * 1024
"""The limit for the bodies in memory together. As parsed values they take several times as much."""
_MAX_FILES = 1000


class ReceivedRequest(NamedTuple):
    number: int
    wire: str
    target: str
    body: Json
    """The body as sent; None if it was too large to store. Headers, and therefore keys, are not stored."""
    file: Path | None = None
    size: int = 0
    """The bytes of the stored body."""


class RequestLog:
    def __init__(self, folder: Path | None = None) -> None:
        self._requests: deque[ReceivedRequest] = deque()
        self._bytes = 0
        self._files: deque[Path] = deque()
        self._folder = folder
        self.count = 0
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)

    def add(self, wire: str, target: str, body: object, content: bytes) -> ReceivedRequest:
        """Store a request. Deletes the oldest of its own files beyond a limit, never other files in the folder."""
        self.count += 1
        file = self._write(target, content) if self._folder is not None else None
        fits = len(content) <= _MAX_BYTES
        size = len(content) if fits else 0
        request = ReceivedRequest(self.count, wire, target, body if fits else None, file, size)
        self._requests.append(request)
        self._bytes += request.size
        while len(self._requests) > _MAX_IN_MEMORY or self._bytes > _MAX_BYTES:
            self._bytes -= self._requests.popleft().size
        return request

    def _write(self, target: str, content: bytes) -> Path:
        assert self._folder is not None
        number = self.count
        while (file := self._folder / f"{number:04d}-{target}.json").exists():
            number += 1
        write_atomically(file, content)
        self._files.append(file)
        if len(self._files) > _MAX_FILES:
            self._files.popleft().unlink(missing_ok=True)
        return file

    def __iter__(self) -> Iterator[ReceivedRequest]:
        return iter(tuple(self._requests))

    def __len__(self) -> int:
        return len(self._requests)
