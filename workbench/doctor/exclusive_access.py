"""Be sure that no program writes to a file while it is replaced."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from workbench.doctor.open_files import writing_process
from workbench.sources.writing.changes import CannotBeWrittenError

State = tuple[int, ...]
"""Size, modification time and identity of a file. It differs after any program has written to the file."""


def state_of_file(file: Path) -> State:
    stat = file.stat()
    return stat.st_size, stat.st_mtime_ns, stat.st_ino


@contextlib.contextmanager
def exclusive_access(file: Path) -> Iterator[None]:
    """Lock a file. Raise if it is read-only, or if another program writes to it or has locked it in some way."""
    for lock in (file.with_name(f"{file.name}.lock"), file.with_suffix(".lock")):
        if lock.exists():
            raise CannotBeWrittenError(f"{lock.name} is next to it, so a program has the file open; close the program")
    if not os.access(file, os.W_OK):
        raise CannotBeWrittenError("the file is read-only for this user")
    if writer := writing_process(file):
        raise CannotBeWrittenError(f"{writer} has the file open for writing; close that program first")
    try:
        import fcntl
    except ImportError:  # Windows has no such lock, but an open file cannot be replaced there anyway
        yield
        return
    descriptor = os.open(file, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as fault:
        os.close(descriptor)
        raise CannotBeWrittenError("a program has locked the file; close that program first") from fault
    try:
        yield
    finally:
        os.close(descriptor)
