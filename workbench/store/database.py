"""One SQLite file, safe against a crash, a full disk and a second process.

Write-ahead log: who reads never waits for who writes, also in another process. `synchronous = FULL`: what is committed
is on the disk. `secure_delete`: what is deleted is overwritten, and `erase` removes what is left of it elsewhere.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock

from workbench.store.error import StoreError, in_one_sentence
from workbench.store.schema import migrate

_PATIENCE = 30.0
"""Seconds that a write waits for another process to end its own."""
_TRIES = 50


class Database:
    """Two connections: a long write in the background must not keep the page from reading."""

    def __init__(self, path: Path) -> None:
        """Raises `StoreError` where the file cannot be written to, is none of ours or is of a later version."""
        self.path = path
        self._write_lock, self._read_lock = Lock(), Lock()
        with in_one_sentence(path):
            _make_private(path)
            self._writer = _connected(path)
            try:
                migrate(self._writer)
                self._reader = _connected(path)
            except StoreError as fault:
                self._writer.close()
                raise type(fault)(f"{path}: {fault}") from None
            except BaseException:
                self._writer.close()
                raise

    def close(self) -> None:
        with self._write_lock, self._read_lock:
            self._reader.close()
            self._writer.close()

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: all of it is saved, or none."""
        with self._write_lock, in_one_sentence(self.path):
            self._writer.execute("BEGIN IMMEDIATE")
            try:
                yield self._writer
                self._writer.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):  # SQLite has rolled back by itself where the disk is full
                    self._writer.execute("ROLLBACK")
                raise

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        with self._read_lock, in_one_sentence(self.path):
            yield self._reader

    def erase(self) -> None:
        """After a deletion: no page, no free space and no log holds the deleted bytes any longer."""
        with self._write_lock, in_one_sentence(self.path):
            self._writer.execute("VACUUM")
            for _ in range(_TRIES):
                busy = self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
                if not busy:
                    return
                time.sleep(0.1)
        raise StoreError(f"{self.path}: deleted, but another workbench still holds its log. Close it and delete again")


def _make_private(path: Path) -> None:
    """Nobody but the user may read it. SQLite gives its log the same rights."""
    if not path.parent.exists():
        path.parent.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):  # another process was faster
            path.parent.mkdir(mode=0o700)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    if os.name == "posix" and path.stat().st_mode & 0o077:
        path.chmod(0o600)


def _connected(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA secure_delete = ON")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA journal_size_limit = 0")
    except BaseException:
        connection.close()
        raise
    return connection
