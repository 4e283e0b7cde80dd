"""Write a file in place: whole or not at all, and the original is kept beside it."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path


def replaced_in_place(path: Path, text: str) -> Path:
    """The new text is written beside the file and then takes its place. Returns where the original is kept."""
    path = path.resolve()  # a link stays a link; what it leads to is replaced
    kept = _free_name(path)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        shutil.copymode(path, temporary)
        shutil.copy2(path, kept)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    return kept


def _free_name(path: Path) -> Path:
    """`chat.json.orig`, or with a number: an original that was kept before is never overwritten."""
    kept = path.with_name(f"{path.name}.orig")
    number = 1
    while kept.exists():
        kept = path.with_name(f"{path.name}.orig{number}")
        number += 1
    return kept
