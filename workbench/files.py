"""Write a file completely or not at all. The original stays intact until the new file is complete."""

from __future__ import annotations

import contextlib
import glob
import itertools
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
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
    handle, temporary = _temporary_file(path)
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


def _temporary_file(path: Path) -> tuple[int, Path]:
    """Create a temporary file next to a file. Its name stays short enough if each character takes four bytes."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:20]}.", suffix=".part")
    return handle, Path(name)


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
    """Return hard links to this file left by a program that was killed before it could replace the file.

    A symbolic link is none of them: it would lead to the new file.
    """
    candidates = path.parent.glob(f"{glob.escape(path.name)}.orig*")
    return [one for one in candidates if not one.is_symlink() and path.samefile(one)]


def _keep_original(path: Path) -> Path:
    """Keep the file as `chat.json.orig`, with a number if that exists: an original is never overwritten."""
    return next(iter(_kept_originals(path)), None) or _linked_original(path) or keep_copy(path)


def _linked_original(path: Path) -> Path | None:
    """Return a new hard link, which is complete immediately; None if the file system does not support links."""
    try:
        return next(name for name in _names_of_originals(path) if _is_linked(path, name))
    except OSError:
        return None


def _is_linked(path: Path, name: Path) -> bool:
    """Link the file to the name, and return False if the name is used."""
    try:
        os.link(path, name)
    except FileExistsError:
        return False
    return True


def keep_copy(path: Path) -> Path:
    """Copy a file to an unused name next to it, completely or not at all, and return the path of the copy.

    The name of a link that leads nowhere is not unused: writing to it would create a file elsewhere.
    """
    handle, temporary = _temporary_file(path)
    os.close(handle)
    try:
        shutil.copy2(path, temporary)
        copy = next(name for name in _names_of_originals(path) if not os.path.lexists(name))
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    _move_into_place(temporary, copy)
    return copy


def _names_of_originals(path: Path) -> Iterator[Path]:
    """Yield `chat.json.orig`, `chat.json.orig1`, `chat.json.orig2` and so on."""
    yield path.with_name(f"{path.name}.orig")
    yield from (path.with_name(f"{path.name}.orig{number}") for number in itertools.count(1))
