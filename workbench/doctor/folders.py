"""Repair a session that is a folder of small files. Only the files that the repair changes are written.

Each file is replaced atomically and its original is kept. If one cannot be written, the earlier ones are restored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from workbench.doctor.exclusive_access import State, exclusive_access, state_of_file
from workbench.files import put_back
from workbench.json.edited_text import edited_text
from workbench.json.pointer import follow
from workbench.json.text import Json, compact, parse_or_none
from workbench.loading.session_folders import JoinedDocument, joined_documents
from workbench.sources.writing.changes import CannotBeWrittenError

Repair = Callable[[str, str], tuple[str, int]]
"""Takes the text and the name of a document; returns the repaired text and the number of repaired conversations."""
Replace = Callable[[Path, bytes], Path]
"""Replaces the content of a file and returns the path of the kept original."""
_BEING_WRITTEN = "a file of the folder changed while it was read: a program is writing to it"


@dataclass(frozen=True, slots=True)
class FileChange:
    """A file of the folder, with its text before and after the repair."""

    file: Path
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Original:
    """A file that was replaced, and the path of its original."""

    file: Path
    kept: Path


def changes_in(folder: Path, repair: Repair) -> tuple[list[FileChange], int]:
    """Return the files that a repair changes, and the number of repaired conversations. Nothing is written."""
    changes: list[FileChange] = []
    repairs = 0
    for document in joined_documents(folder):
        text, count = repair(compact(document.value), str(document.path))
        if count:
            changes += _changed_files(document, parse_or_none(text))
            repairs += count
    return changes, repairs


def write_changes(changes: Sequence[FileChange], replace: Replace) -> tuple[Original, ...]:
    """Write all files or none. Raise `CannotBeWrittenError` if a program has written to one of them in the meantime."""
    if not changes:
        raise CannotBeWrittenError("the repair changes none of its files")
    originals: list[Original] = []
    try:
        for change in changes:
            with exclusive_access(change.file):
                if change.file.read_bytes() != change.old.encode():
                    raise CannotBeWrittenError(_BEING_WRITTEN)
                originals.append(Original(change.file, replace(change.file, change.new.encode())))
    except BaseException:
        restore(originals)
        raise
    return tuple(originals)


def restore(originals: Sequence[Original]) -> None:
    for original in originals:
        put_back(original.kept, original.file)


def state_of_folder(folder: Path) -> State:
    """Return a state that differs after any program has written to a file of the folder."""
    digest = sha256()
    for file in _files(folder):
        digest.update(f"{file}\0{state_of_file(file)}\n".encode(errors="surrogateescape"))
    return tuple(digest.digest())


def _files(folder: Path) -> Iterator[Path]:
    for document in joined_documents(folder):
        yield from document.files


def _changed_files(document: JoinedDocument, new: Json) -> Iterator[FileChange]:
    if not isinstance(new, list) or len(new) != len(document.value):
        raise CannotBeWrittenError("the repair would add or remove a file, but the files are numbered")
    for file, before, after in zip(document.files, document.value, new, strict=True):
        if compact(before) != compact(after):
            old = follow(before, document.path_in_item)
            text = file.read_bytes().decode("utf-8")
            if parse_or_none(text) != old:
                raise CannotBeWrittenError(_BEING_WRITTEN)
            yield FileChange(file, text, edited_text(text, old, follow(after, document.path_in_item)))
