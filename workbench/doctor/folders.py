"""Repair a session that is a folder of small files: only the files that the repair changes are written.

Each is written whole, and its original is kept. If one cannot be written, those before it get their originals back.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from workbench.json.pointer import follow
from workbench.json.text import Json, compact, parse_or_none
from workbench.loading.session_folders import FolderOfFiles, folders_of_files
from workbench.outputs.edited_text import edited_text
from workbench.sources.writing.changes import CannotBeWrittenError

Repair = Callable[[str, str], tuple[str, int]]
"""The text of a document and its name → the text with its faults repaired, and how many were."""


def repair_folder(folder: Path, repair: Repair, replace: Callable[[Path, bytes], Path]) -> tuple[Path, int]:
    """Where the first original is, and how many conversations were repaired."""
    written: list[tuple[Path, Path]] = []
    repairs = 0
    for held in folders_of_files(folder):
        text, count = repair(compact(held.value), str(held.place))
        repairs += count
        try:
            for file, content in _changed(held, parse_or_none(text)):
                written.append((file, replace(file, content)))
        except BaseException:
            for file, kept in written:
                os.replace(kept, file)
            raise
    if not written:
        raise CannotBeWrittenError("the repair changes none of its files")
    return written[0][1], repairs


def _changed(held: FolderOfFiles, new: Json) -> list[tuple[Path, bytes]]:
    """The files that are not as they were, each with its new content."""
    if not isinstance(new, list) or len(new) != len(held.value):
        raise CannotBeWrittenError("the repair needs a file more or less, and its files are numbered")
    changed = []
    for file, before, after in zip(held.files, held.value, new, strict=True):
        if compact(before) != compact(after):
            old = follow(before, held.inside)
            text = file.read_text(encoding="utf-8")
            if parse_or_none(text) != old:
                raise CannotBeWrittenError("a file changed while it was read: a program is writing to it")
            changed.append((file, edited_text(text, old, follow(after, held.inside)).encode()))
    return changed
