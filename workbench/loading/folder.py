"""Choose the files of a folder or archive that may hold conversations, by extension and without hidden files."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator
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


def files_and_sessions_in(folder: Path) -> Iterator[Path]:
    """Yield what `files_in` does, but a folder below it that is one session instead of its files."""
    return (path for path in _visible_files(folder, is_whole=holds_session) if path.is_dir() or is_known(path.name))


def holds_session(names: Collection[str]) -> bool:
    """Whether these are the names in a folder of Strands' messages or of opencode's storage."""
    return "message_0.json" in names or {"session", "message", "part"} <= set(names)


def other_files_in(folder: Path) -> Iterator[Path]:
    """Yield the files below a folder that `files_in` leaves out and that are not hidden."""
    return (path for path in _visible_files(folder) if is_other(path.name))


def _visible_files(folder: Path, is_whole: Callable[[Collection[str]], bool] | None = None) -> Iterator[Path]:
    pending = [(folder, folder.is_dir())]
    while pending:
        path, is_folder = pending.pop()
        if is_folder:
            entries = _entries(path)
            if is_whole is not None and path != folder and is_whole([entry.name for entry, _ in entries]):
                yield path
                continue
            pending.extend(sorted(entries, reverse=True))
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
