"""Find the process that has a file open for writing. Only Linux lists the open files of processes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

_PROCESSES = Path("/proc")


def writing_process(file: Path) -> str:
    """Return the name and id of another process that writes to the file, or "" if none is known."""
    try:
        wanted = file.stat()
    except OSError:
        return ""
    for process, descriptor in _descriptors():
        try:
            found = descriptor.stat()
            if (found.st_dev, found.st_ino) == (wanted.st_dev, wanted.st_ino) and _is_for_writing(process, descriptor):
                return _named(process)
        except OSError:
            continue
    return ""


def lists_open_files() -> bool:
    """Whether the system lists which files its processes have open."""
    return (_PROCESSES / "self" / "fd").is_dir()


def _named(process: Path) -> str:
    try:
        return f"{(process / 'comm').read_text().strip()} (process {process.name})"
    except OSError:
        return f"process {process.name}"


def _descriptors() -> Iterator[tuple[Path, Path]]:
    own = str(os.getpid())
    try:
        processes = [path for path in _PROCESSES.iterdir() if path.name.isdecimal() and path.name != own]
    except OSError:
        return
    for process in processes:
        try:
            yield from ((process, descriptor) for descriptor in list((process / "fd").iterdir()))
        except OSError:  # the process belongs to another user or has ended
            continue


def _is_for_writing(process: Path, descriptor: Path) -> bool:
    info = (process / "fdinfo" / descriptor.name).read_text()
    flags = next((line.split()[1] for line in info.splitlines() if line.startswith("flags:")), "0")
    return int(flags, 8) & os.O_ACCMODE != os.O_RDONLY
