"""Source → documents: a path, a folder, an archive or pasted text becomes named pieces of content."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from workbench.conversation import Note
from workbench.loading.archive import gunzip, is_gzip, is_zip, zip_members
from workbench.loading.containers import is_log_archive, is_zstd, unzstd
from workbench.loading.error import LoadError, UnreadableFileError
from workbench.loading.folder import EXTENSIONS, files_in
from workbench.loading.session_folders import session_documents

_NESTING = 4
"""How many archives may be inside each other."""
_LONGEST_PATH = 1024
_PROSE = re.compile(r"[{}\[\]\"'\s]")


class Document(Struct, frozen=True):
    name: str
    content: bytes | str
    notes: tuple[Note, ...] = ()


def documents(source: str | os.PathLike[str] | bytes, name: str | None) -> Iterator[Document | LoadError]:
    """Every piece of content in the source; what cannot be opened is reported in its place."""
    path = _path(source)
    if path is None:
        content = source if isinstance(source, (bytes, str)) else b""
        yield from _unpacked(Document(name or "pasted text", content))
    elif path.is_dir():
        yield from _folder(path, name)
    else:
        yield from _file(path, name or str(path))


def _path(source: str | os.PathLike[str] | bytes) -> Path | None:
    """A text is a path only if such a file or folder exists, or if it can be nothing else."""
    if isinstance(source, bytes):
        return None
    if not isinstance(source, str):
        return Path(source)
    if len(source) > _LONGEST_PATH or "\n" in source or not any(map(str.isalnum, source)):
        return None
    is_path = os.path.exists(source) or (source.lower().endswith(EXTENSIONS) and not _PROSE.search(source))
    return Path(source) if is_path else None


def _folder(folder: Path, name: str | None) -> Iterator[Document | LoadError]:
    found = False
    for place, content in session_documents(folder):
        found = True
        yield Document(name or place, content)
    for path in files_in(folder) if not found else ():
        found = True
        relative = path.relative_to(folder).as_posix()
        yield from _file(path, f"{name}/{relative}" if name else str(path))
    if not found:
        expected = f"a folder with {', '.join(EXTENSIONS)} files"
        yield LoadError("a folder without any conversation file", expected, name=name or str(folder))


def _file(path: Path, name: str) -> Iterator[Document | LoadError]:
    try:
        content = path.read_bytes()
    except (OSError, ValueError) as fault:
        reason = fault.strerror if isinstance(fault, OSError) and fault.strerror else str(fault)
        yield UnreadableFileError(reason, name)
    else:
        yield from _unpacked(Document(name, content))


def _unpacked(document: Document, nesting: int = 0) -> Iterator[Document | LoadError]:
    content = document.content
    if not isinstance(content, bytes) or not (is_gzip(content) or is_zip(content) or is_zstd(content)):
        yield document
        return
    if is_log_archive(content):
        yield document
        return
    try:
        if nesting >= _NESTING:
            raise LoadError(f"archives nested more than {_NESTING} deep", "a conversation", "unpack it first")
        if is_zstd(content):
            yield from _unpacked(Document(document.name, unzstd(content), document.notes), nesting + 1)
            return
        if is_gzip(content):
            inner, notes = gunzip(content)
            yield from _unpacked(Document(document.name, inner, (*document.notes, *notes)), nesting + 1)
            return
        for name, member in zip_members(content):
            place = f"{document.name}/{name}"
            if isinstance(member, LoadError):
                member.name = place
                yield member
            else:
                yield from _unpacked(Document(place, member, document.notes), nesting + 1)
    except LoadError as fault:
        fault.name = document.name
        yield fault
