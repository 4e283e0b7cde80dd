"""Write a file completely or not at all. The original stays intact until the new file is complete."""

from __future__ import annotations

import contextlib
import glob
import os
import shutil
import stat
import tempfile
from pathlib import Path


class UnsafeDestinationError(OSError):
    """The destination must not be replaced: it is a link to another folder, or a file with several hard links."""


def write_atomically(path: Path, content: bytes) -> None:
    """Write a temporary file and rename it in one step. Permissions, owner and attributes do not change."""
    path = destination(path)
    if path.exists() and not path.is_file():  # a terminal, a pipe, /dev/null
        path.write_bytes(content)
        return
    _move_into_place(_complete_copy(path, content), path)


def replace_keeping_original(path: Path, content: bytes) -> Path:
    """Write a file atomically and return the path of the original, which is kept next to it."""
    path = destination(path)
    temporary = _complete_copy(path, content)
    try:
        original = _keep_original(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    _move_into_place(temporary, path)
    return original


def put_back(original: Path, path: Path) -> None:
    """Move a kept original back to its file in one step."""
    path = destination(path)
    os.replace(original, path)
    _sync_folder(path)


def destination(path: Path) -> Path:
    """Return the file to write. A link may only lead to a file in the same folder."""
    if path.is_symlink():
        target = path.resolve()
        if target.parent != path.parent.resolve() and not _is_special(target):
            raise UnsafeDestinationError(f"{path} is a link to {target}, outside its folder: name that file instead")
        path = target
    links = path.stat().st_nlink - len(_kept_originals(path)) if path.is_file() else 1
    if links > 1:
        raise UnsafeDestinationError(
            f"{path} has {links} hard links, and replacing it would separate them: write to another file"
        )
    return path


def _is_special(path: Path) -> bool:
    return path.exists() and not path.is_file() and not path.is_dir()


def _complete_copy(path: Path, content: bytes) -> Path:
    """Write the content to a temporary file next to its destination and return its path."""
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
        error.filename = error.filename or str(path)  # the error of a full disk names no file
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
        with contextlib.suppress(PermissionError):  # only root may change the owner
            os.chown(temporary, status.st_uid, status.st_gid)
            temporary.chmod(stat.S_IMODE(status.st_mode))  # changing the owner clears some permissions


def _move_into_place(temporary: Path, path: Path) -> None:
    try:
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    _sync_folder(path)


def _sync_folder(path: Path) -> None:
    if hasattr(os, "O_DIRECTORY"):
        folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _kept_originals(path: Path) -> list[Path]:
    """Return links to this file left by a program that was killed before it could replace the file."""
    candidates = path.parent.glob(f"{glob.escape(path.name)}.orig*")
    return [candidate for candidate in candidates if candidate.exists() and path.samefile(candidate)]


def _keep_original(path: Path) -> Path:
    """Keep the file as `chat.json.orig`, with a number if that exists: an original is never overwritten."""
    for original in _kept_originals(path):
        return original
    number = 0
    while True:
        original = path.with_name(f"{path.name}.orig{number or ''}")
        try:
            os.link(path, original)  # a hard link is complete immediately
            return original
        except FileExistsError:
            number += 1
        except OSError:  # the file system does not support links
            if not original.exists():
                shutil.copy2(path, original)
                return original
            number += 1
