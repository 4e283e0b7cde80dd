"""One SQLite file, safe against a crash, a full disk and a second process.

A write-ahead log lets readers, also in other processes, continue during a write. `synchronous = FULL` puts committed
data on the disk. `secure_delete` overwrites deleted data, and `erase` removes the remaining copies in the log.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock

from workbench.store.error import StoreError, as_store_error
from workbench.store.schema import migrate

_LOCK_SECONDS = 30.0
"""How long a write waits for a write of another process."""
_CHECKPOINT_ATTEMPTS = 50


class Database:
    """Two connections to the file, so that a long write in the background does not block the page's reads."""

    def __init__(self, path: Path) -> None:
        """Raises `StoreError` if the file is not writable, belongs to another program or has a newer version."""
        self.path = path
        self._write_lock, self._read_lock = Lock(), Lock()
        with as_store_error(path):
            _make_private(path)
            self._writer = _connect(path)
            try:
                migrate(self._writer)
                self._reader = _connect(path)
            except StoreError as error:
                self._writer.close()
                raise type(error)(f"{path}: {error}") from None
            except BaseException:
                self._writer.close()
                raise

    def close(self) -> None:
        with self._write_lock, self._read_lock:
            self._reader.close()
            self._writer.close()

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Yield a connection inside one transaction, which is committed completely or not at all."""
        with self._write_lock, as_store_error(self.path):
            self._writer.execute("BEGIN IMMEDIATE")
            try:
                yield self._writer
                self._writer.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):  # SQLite has already rolled back if the disk is full
                    self._writer.execute("ROLLBACK")
                raise

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        with self._read_lock, as_store_error(self.path):
            yield self._reader

    def erase(self) -> None:
        """Erase deleted bytes from all pages, from free space and from the log. Call it after a deletion."""
        with self._write_lock, as_store_error(self.path):
            self._writer.execute("VACUUM")
            for _ in range(_CHECKPOINT_ATTEMPTS):
                busy = self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
                if not busy:
                    return
                time.sleep(0.1)
        raise StoreError(f"{self.path}: deleted, but another workbench still uses its log. Close it and delete again")


def _make_private(path: Path) -> None:
    """Create the file with permissions for the user only. SQLite gives its log the same permissions."""
    if not path.parent.exists():
        path.parent.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):  # another process has just created it
            path.parent.mkdir(mode=0o700)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    if os.name == "posix" and path.stat().st_mode & 0o077:
        path.chmod(0o600)


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=_LOCK_SECONDS, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA secure_delete = ON")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA journal_size_limit = 0")
    except BaseException:
        connection.close()
        raise
    return connection
