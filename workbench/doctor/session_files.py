"""Choose the files that the doctor examines: the given ones, or all that programs keep their sessions in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from workbench.loading.folder import files_in
from workbench.sources import SOURCES


def session_files(paths: Sequence[Path], home: Path) -> list[Path]:
    """Return the files at the given paths, or those of all known programs if there are none; the newest first."""
    files = _files_at(paths) if paths else _files_of_programs(home)
    return sorted(dict.fromkeys(files), key=_modified, reverse=True)


def _files_at(paths: Sequence[Path]) -> Iterator[Path]:
    """Yield files and the files in folders, including the hidden folders of programs if it is a home folder."""
    for path in paths:
        if path.is_dir():
            yield from files_in(path)
            yield from _files_of_programs(path)
        else:
            yield path


def _files_of_programs(home: Path) -> Iterator[Path]:
    for source in SOURCES:
        for pattern in source.homes:
            yield from (path for path in home.glob(pattern) if path.is_file())


def _modified(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
