"""Repair a session that is a folder of small files. Only the files that the repair changes are written.

Each file is replaced atomically and its original is kept. If one cannot be written, the earlier ones are restored.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from workbench.json.pointer import follow
from workbench.json.text import Json, compact, parse_or_none
from workbench.loading.session_folders import JoinedDocument, joined_documents
from workbench.outputs.edited_text import edited_text
from workbench.sources.writing.changes import CannotBeWrittenError

Repair = Callable[[str, str], tuple[str, int]]
"""Takes the text and the name of a document; returns the repaired text and the number of repaired conversations."""


def repair_folder(folder: Path, repair: Repair, replace: Callable[[Path, bytes], Path]) -> tuple[Path, int]:
    """Return the path of the first kept original and the number of repaired conversations."""
    written: list[tuple[Path, Path]] = []
    repairs = 0
    for document in joined_documents(folder):
        text, count = repair(compact(document.value), str(document.path))
        repairs += count
        try:
            for file, content in _changed_files(document, parse_or_none(text)):
                written.append((file, replace(file, content)))
        except BaseException:
            for file, kept in written:
                os.replace(kept, file)
            raise
    if not written:
        raise CannotBeWrittenError("the repair changes none of its files")
    return written[0][1], repairs


def _changed_files(document: JoinedDocument, new: Json) -> list[tuple[Path, bytes]]:
    """Return the files that the repair changes, each with its new content."""
    if not isinstance(new, list) or len(new) != len(document.value):
        raise CannotBeWrittenError("the repair would add or remove a file, but the files are numbered")
    changed = []
    for file, before, after in zip(document.files, document.value, new, strict=True):
        if compact(before) != compact(after):
            old = follow(before, document.path_in_item)
            text = file.read_text(encoding="utf-8")
            if parse_or_none(text) != old:
                raise CannotBeWrittenError("a file changed while it was read: a program is writing to it")
            changed.append((file, edited_text(text, old, follow(after, document.path_in_item)).encode()))
    return changed
