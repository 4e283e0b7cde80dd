"""Examine many sessions, on all cores if there is enough to read."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from workbench.doctor.sessions import Session, examine
from workbench.parallel import run_in_processes

_MANY_BYTES = 16_000_000
"""Less than this is read before worker processes would pay for their start."""
_BUNDLE_BYTES = 1_000_000
_BUNDLE_FILES = 16


def examine_all(files: Sequence[Path]) -> Iterator[Session]:
    """Return the sessions, in any order, as they are examined. If there are worker processes, they start now.

    A process has one session in memory at a time, and only what is listed about a session is sent back.
    """
    sizes = [_size_of(file) for file in files]
    if len(files) < 2 or sum(sizes) < _MANY_BYTES or (os.cpu_count() or 1) < 2:
        return map(examine, files)
    return run_in_processes(_examine_each, _bundles(zip(files, sizes, strict=True)))


def _examine_each(files: list[Path]) -> list[Session]:
    return [examine(file) for file in files]


def _bundles(files: Iterable[tuple[Path, int]]) -> Iterator[list[Path]]:
    """Yield several small files or a large one at a time."""
    bundle: list[Path] = []
    size = 0
    for file, file_size in files:
        if bundle and (size + file_size > _BUNDLE_BYTES or len(bundle) == _BUNDLE_FILES):
            yield bundle
            bundle, size = [], 0
        bundle.append(file)
        size += file_size
    if bundle:
        yield bundle


def _size_of(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0
