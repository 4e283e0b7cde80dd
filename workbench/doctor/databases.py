"""Repair a session in a SQLite database: its rows change in one transaction, and a copy of the file is kept.

The copy has the same bytes, so that undoing a repair restores the file as it was.
"""

from __future__ import annotations

import contextlib
import filecmp
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from workbench.doctor.exclusive_access import exclusive_access
from workbench.doctor.open_files import lists_open_files
from workbench.files import keep_copy, put_back
from workbench.sources.writing.changes import CannotBeWrittenError

MAGIC = b"SQLite format 3\0"
"""The first bytes of a database."""


def is_database(file: Path) -> bool:
    with file.open("rb") as opened:
        return opened.read(len(MAGIC)) == MAGIC


@contextlib.contextmanager
def kept_copy(file: Path) -> Iterator[Path]:
    """Copy the database next to itself and give the path. If the repair then fails, the database is restored."""
    with exclusive_access(file):
        if any(_size(file.with_name(file.name + ending)) for ending in ("-wal", "-journal")):
            raise CannotBeWrittenError("a program has the database open; close that program first")
        with _locked(file):
            kept = keep_copy(file)
        try:
            yield kept
        except BaseException:
            if filecmp.cmp(kept, file, shallow=False):
                kept.unlink()
            else:
                restore_database(kept, file)
            raise


def restore_database(kept: Path, file: Path) -> None:
    """Put the kept copy back. A program may have the file open where that cannot be known: then only rows go back."""
    with _locked(file):
        pass
    if lists_open_files():
        put_back(kept, file)
        return
    with contextlib.closing(sqlite3.connect(kept)) as source, contextlib.closing(sqlite3.connect(file)) as target:
        source.backup(target)
    kept.unlink()


@contextlib.contextmanager
def _locked(file: Path) -> Iterator[None]:
    """Keep other programs from writing. Raise if one is writing now."""
    with contextlib.closing(sqlite3.connect(file, timeout=0, isolation_level=None)) as connection:
        try:
            connection.execute("begin immediate")
        except sqlite3.Error as fault:
            raise CannotBeWrittenError(f"the database cannot be written now: {fault}") from fault
        yield
        connection.execute("rollback")


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0
