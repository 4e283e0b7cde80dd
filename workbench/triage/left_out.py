"""Name the files of folders and archives that a batch does not read, because their extensions are not known.

A file that is named or uploaded itself is always read, so that its row states what it is.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from workbench.loading.folder import is_other, other_files_in
from workbench.loading.session_folders import is_session_folder
from workbench.outputs.visible import visible
from workbench.triage.documents import BatchFile, is_archive

_MOST_NAMES = 3


def left_out_sentence(sources: Iterable[BatchFile], paths: Sequence[str | Path] = ()) -> str:
    """Return which files of the archives among the sources, and of the folders among the paths, are not read.

    Empty if all are read."""
    folders = [path for path in map(Path, paths) if path.is_dir() and not is_session_folder(path)]
    names = [str(file.relative_to(folder)) for folder in folders for file in other_files_in(folder)]
    names += [name for source in sources if is_archive(source) for name in _other_members(source)]
    if not names:
        return ""
    listed = ", ".join(map(visible, names[:_MOST_NAMES]))
    more = f" and {len(names) - _MOST_NAMES:,} more" if len(names) > _MOST_NAMES else ""
    was_left_out = (
        "1 file was left out, because its extension is"
        if len(names) == 1
        else (f"{len(names):,} files were left out, because their extensions are")
    )
    return f"{was_left_out} not known: {listed}{more}."


def _other_members(source: BatchFile) -> list[str]:
    content = source.content
    try:
        with zipfile.ZipFile(io.BytesIO(content) if isinstance(content, bytes) else content) as archive:
            return [name for name in archive.namelist() if is_other(name)]
    except (zipfile.BadZipFile, OSError, ValueError):
        return []  # its row states what is wrong with it
