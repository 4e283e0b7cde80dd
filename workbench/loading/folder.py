"""Choose the files of a folder or archive that may hold conversations, by extension and without hidden files."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

PROSE = (".txt", ".log", ".md", ".py")
"""Files that may hold a conversation, but rarely do."""
CONTAINERS = (".zst", ".db", ".sqlite", ".sqlite3", ".parquet", ".eval", ".yaml", ".yml", ".vscdb", ".traj", ".sse")
"""Files that only a source can read."""
EXTENSIONS = (".json", ".jsonl", ".ndjson", ".har", *PROSE, ".curl", ".gz", ".zip", *CONTAINERS)


def is_known(name: str) -> bool:
    """Whether the name of a file shows that it may hold a conversation."""
    return _is_visible(name) and _has_known_extension(name)


def is_other(name: str) -> bool:
    """Whether a file is not hidden, but has a name that does not suggest a conversation, such as that of a picture."""
    return _is_visible(name) and not name.endswith("/") and not _has_known_extension(name)


def files_in(folder: Path) -> Iterator[Path]:
    """Yield every known file below a folder, ordered by path. Symbolic links to folders are not followed."""
    return (path for path in _visible_files(folder) if is_known(path.name))


def other_files_in(folder: Path) -> Iterator[Path]:
    """Yield the files below a folder that `files_in` leaves out and that are not hidden."""
    return (path for path in _visible_files(folder) if is_other(path.name))


def _visible_files(folder: Path) -> Iterator[Path]:
    pending = [(folder, folder.is_dir())]
    while pending:
        path, is_folder = pending.pop()
        if is_folder:
            pending.extend(sorted(_entries(path), reverse=True))
        elif path.is_file() or not path.exists():  # reading a pipe would block
            yield path


def _is_visible(name: str) -> bool:
    return not any(map(_is_hidden, PurePosixPath(name.replace("\\", "/")).parts))


def _has_known_extension(name: str) -> bool:
    return PurePosixPath(name.replace("\\", "/")).suffix.lower() in EXTENSIONS


def _entries(folder: Path) -> list[tuple[Path, bool]]:
    """Return what is in a folder, and whether each is a folder too, as the system lists it."""
    try:
        with os.scandir(folder) as entries:
            visible = [(folder / entry.name, entry.is_dir(), entry) for entry in entries if not _is_hidden(entry.name)]
            return [(path, is_folder) for path, is_folder, entry in visible if not (is_folder and entry.is_symlink())]
    except OSError:
        return []


def _is_hidden(name: str) -> bool:
    return (name.startswith(".") and name not in {".", ".."}) or name == "__MACOSX"
