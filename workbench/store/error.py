"""`StoreError`, the only exception that the store raises. Its text is a sentence for the user."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class StoreError(Exception):
    """The store cannot be read or written. Everything saved earlier is unchanged."""


class NewerStoreError(StoreError):
    """A newer workbench has changed the file, so this one does not touch it."""


@contextmanager
def as_store_error(path: Path) -> Iterator[None]:
    """Turn exceptions of the file system and of SQLite into a `StoreError` with the system's own message."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        message = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise StoreError(f"{path}: {message or type(error).__name__}") from error
