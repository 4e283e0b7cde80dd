"""Turn a path, a folder, an archive or pasted text into documents, which are named pieces of content."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import Struct

from workbench.conversation import Note
from workbench.loading.archive import gunzip, is_gzip, is_zip, zip_members
from workbench.loading.containers import is_log_archive, is_zstd, unzstd
from workbench.loading.error import LoadError, UnreadableFileError
from workbench.loading.folder import EXTENSIONS, files_and_sessions_in
from workbench.loading.session_folders import session_documents

_MAX_NESTING = 4
"""How deeply archives may be nested."""
_MAX_PATH_LENGTH = 1024
_PROSE = re.compile(r"[{}\[\]\"'\s]")


class Document(Struct, frozen=True):
    name: str
    content: bytes | str
    notes: tuple[Note, ...] = ()


def documents(source: str | os.PathLike[str] | bytes, name: str | None) -> Iterable[Document | LoadError]:
    """Return every document in the source. One that cannot be opened is a `LoadError` in its place."""
    path = _path(source)
    if path is None:
        content = source if isinstance(source, (bytes, str)) else b""
        return _unpacked(Document(name or "pasted text", content))
    return _folder(path, name) if path.is_dir() else _file(path, name or str(path))


def _path(source: str | os.PathLike[str] | bytes) -> Path | None:
    """Return the source as a path. A text is a path only if the file exists, or if it looks like nothing else."""
    if isinstance(source, bytes):
        return None
    if not isinstance(source, str):
        return Path(source)
    if len(source) > _MAX_PATH_LENGTH or "\n" in source or not any(map(str.isalnum, source)):
        return None
    is_path = os.path.exists(source) or (source.lower().endswith(EXTENSIONS) and not _PROSE.search(source))
    return Path(source) if is_path else None


def _folder(folder: Path, name: str | None) -> Iterator[Document | LoadError]:
    is_empty = True
    for path_of_session, content in session_documents(folder):
        is_empty = False
        yield Document(name or path_of_session, content)
    for path in files_and_sessions_in(folder) if is_empty else ():
        is_empty = False
        relative = path.relative_to(folder).as_posix()
        full_name = f"{name}/{relative}" if name else str(path)
        yield from _folder(path, full_name) if path.is_dir() else _file(path, full_name)
    if is_empty:
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


def _unpacked(document: Document, nesting: int = 0) -> Iterable[Document | LoadError]:
    content = document.content
    if not isinstance(content, bytes) or not (is_gzip(content) or is_zip(content) or is_zstd(content)):
        return (document,)
    return (document,) if is_log_archive(content) else _members(document, content, nesting)


def _members(document: Document, content: bytes, nesting: int) -> Iterator[Document | LoadError]:
    """Yield the documents in an archive or a compressed file."""
    try:
        if nesting >= _MAX_NESTING:
            raise LoadError(f"archives nested more than {_MAX_NESTING} deep", "a conversation", "unpack it first")
        if is_zstd(content):
            yield from _unpacked(Document(document.name, unzstd(content), document.notes), nesting + 1)
            return
        if is_gzip(content):
            inner, notes = gunzip(content)
            yield from _unpacked(Document(document.name, inner, (*document.notes, *notes)), nesting + 1)
            return
        for name, member in zip_members(content):
            full_name = f"{document.name}/{name}"
            if isinstance(member, LoadError):
                member.name = full_name
                yield member
            else:
                yield from _unpacked(Document(full_name, member, document.notes), nesting + 1)
    except LoadError as fault:
        fault.name = document.name
        yield fault
