"""StoreError: the one thing that the store raises. Its text is a sentence for the user."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class StoreError(Exception):
    """The store cannot be read or written. What was saved before is as it was."""


class NewerStoreError(StoreError):
    """A later version of the workbench has changed the file; this one does not touch it."""


@contextmanager
def in_one_sentence(path: Path) -> Iterator[None]:
    """Faults of the file, of the disk and of SQLite, as a `StoreError` with the system's own words."""
    try:
        yield
    except (sqlite3.Error, OSError) as fault:
        words = fault.strerror if isinstance(fault, OSError) and fault.strerror else str(fault)
        raise StoreError(f"{path}: {words or type(fault).__name__}") from fault
