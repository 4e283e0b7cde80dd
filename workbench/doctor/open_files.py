"""Which process has a file open for writing, where the system tells: Linux lists the open files of processes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

_PROCESSES = Path("/proc")


def writing_process(file: Path) -> str:
    """The number of a process other than this one; empty if there is none, or if it cannot be known."""
    try:
        wanted = file.stat()
    except OSError:
        return ""
    for process, descriptor in _descriptors():
        try:
            held = descriptor.stat()
            if (held.st_dev, held.st_ino) == (wanted.st_dev, wanted.st_ino) and _is_for_writing(process, descriptor):
                return process.name
        except OSError:
            continue
    return ""


def _descriptors() -> Iterator[tuple[Path, Path]]:
    own = str(os.getpid())
    try:
        processes = [path for path in _PROCESSES.iterdir() if path.name.isdecimal() and path.name != own]
    except OSError:
        return
    for process in processes:
        try:
            yield from ((process, descriptor) for descriptor in list((process / "fd").iterdir()))
        except OSError:  # of another user, or over by now
            continue


def _is_for_writing(process: Path, descriptor: Path) -> bool:
    about = (process / "fdinfo" / descriptor.name).read_text()
    flags = next((line.split()[1] for line in about.splitlines() if line.startswith("flags:")), "0")
    return int(flags, 8) & os.O_ACCMODE != os.O_RDONLY
