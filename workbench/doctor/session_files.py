"""Which files the doctor looks at: those that were named, or the places where programs keep their sessions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from workbench.loading.folder import files_in
from workbench.sources import SOURCES


def session_files(paths: Sequence[Path], home: Path) -> list[Path]:
    """The newest first."""
    found = _named(paths) if paths else _at_home(home)
    return sorted(dict.fromkeys(found), key=_modified, reverse=True)


def _named(paths: Sequence[Path]) -> Iterator[Path]:
    """Everything in a folder, and below a home folder the hidden places of the programs too."""
    for path in paths:
        if path.is_dir():
            yield from files_in(path)
            yield from _at_home(path)
        else:
            yield path


def _at_home(home: Path) -> Iterator[Path]:
    for source in SOURCES:
        for pattern in source.homes:
            yield from (path for path in home.glob(pattern) if path.is_file())


def _modified(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
