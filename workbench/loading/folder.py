"""Which files of a folder or an archive are conversations to read: by extension, sorted, hidden ones left out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePosixPath

PROSE = (".txt", ".log", ".md", ".py")
"""What may hold a conversation, and more often does not."""
CONTAINERS = (".zst", ".db", ".sqlite", ".sqlite3", ".parquet", ".eval", ".yaml", ".yml", ".vscdb", ".traj", ".sse")
"""What only a source can read."""
EXTENSIONS = (".json", ".jsonl", ".ndjson", ".har", *PROSE, ".curl", ".gz", ".zip", *CONTAINERS)


def is_known(name: str) -> bool:
    """Whether a file is worth reading, judged by its name alone."""
    path = PurePosixPath(name.replace("\\", "/"))
    return not any(map(_is_hidden, path.parts)) and path.suffix.lower() in EXTENSIONS


def files_in(folder: Path) -> Iterator[Path]:
    """Every known file below a folder, in the order of its path, found as it is asked for; links are not followed."""
    pending = [folder]
    while pending:
        path = pending.pop()
        if path.is_dir():
            pending.extend(sorted(_entries(path), reverse=True))
        elif is_known(path.name) and (path.is_file() or not path.exists()):  # a pipe would wait for its other end
            yield path


def _entries(folder: Path) -> list[Path]:
    try:
        return [
            path for path in folder.iterdir() if not (_is_hidden(path.name) or (path.is_symlink() and path.is_dir()))
        ]
    except OSError:
        return []


def _is_hidden(name: str) -> bool:
    return (name.startswith(".") and name not in {".", ".."}) or name == "__MACOSX"
