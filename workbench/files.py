"""Write a file whole or not at all. The original is intact until the new one is complete, whatever ends the program."""

from __future__ import annotations

import contextlib
import glob
import os
import shutil
import stat
import tempfile
from pathlib import Path


class UnsafeDestinationError(OSError):
    """A place that is not written to: a link that leads elsewhere, or a file that has other names."""


def write_whole(path: Path, content: bytes) -> None:
    """Complete content under a temporary name first, then one step to the real one. Mode, owner and attributes stay."""
    path = _destination(path)
    if path.exists() and not path.is_file():  # a terminal, a pipe, /dev/null
        path.write_bytes(content)
        return
    _move_into_place(_complete_copy(path, content), path)


def replace_keeping_original(path: Path, content: bytes) -> Path:
    """As `write_whole`; returns the name under which the original is kept beside it."""
    path = _destination(path)
    temporary = _complete_copy(path, content)
    try:
        kept = _second_name(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    _move_into_place(temporary, path)
    return kept


def _destination(path: Path) -> Path:
    """What the path names. A link may lead to another name in the same folder, and nowhere else."""
    if path.is_symlink():
        target = path.resolve()
        if target.parent != path.parent.resolve() and not _is_special(target):
            raise UnsafeDestinationError(f"{path} is a link to {target}, outside its folder: name that file itself")
        path = target
    links = path.stat().st_nlink - len(_kept_already(path)) if path.is_file() else 1
    if links > 1:
        raise UnsafeDestinationError(
            f"{path} has {links} hard links, and replacing it would separate them: write to another file"
        )
    return path


def _is_special(path: Path) -> bool:
    return path.exists() and not path.is_file() and not path.is_dir()


def _complete_copy(path: Path, content: bytes) -> Path:
    """The content on the disk, beside the file it is for."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:100]}.", suffix=".part")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        _same_attributes(path, temporary)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        error.filename = error.filename or str(path)  # a full disk does not say for which file
        raise
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return temporary


def _same_attributes(path: Path, temporary: Path) -> None:
    if not path.exists():
        mask = os.umask(0)
        os.umask(mask)
        temporary.chmod(0o666 & ~mask)
        return
    shutil.copystat(path, temporary)
    os.utime(temporary)
    status = path.stat()
    if hasattr(os, "chown"):
        with contextlib.suppress(PermissionError):  # only root may give a file away
            os.chown(temporary, status.st_uid, status.st_gid)
            temporary.chmod(stat.S_IMODE(status.st_mode))  # a change of owner clears some of the mode


def _move_into_place(temporary: Path, path: Path) -> None:
    try:
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    if hasattr(os, "O_DIRECTORY"):
        folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _kept_already(path: Path) -> list[Path]:
    """The names that a program which was ended just then had given the original, before it could replace it."""
    return [
        kept for kept in path.parent.glob(f"{glob.escape(path.name)}.orig*") if kept.exists() and path.samefile(kept)
    ]


def _second_name(path: Path) -> Path:
    """`chat.json.orig`, or with a number: an original that was kept before is never overwritten."""
    for kept in _kept_already(path):
        return kept
    number = 0
    while True:
        kept = path.with_name(f"{path.name}.orig{number or ''}")
        try:
            os.link(path, kept)  # the very same file: complete at once
            return kept
        except FileExistsError:
            number += 1
        except OSError:  # a file system without links
            if not kept.exists():
                shutil.copy2(path, kept)
                return kept
            number += 1
