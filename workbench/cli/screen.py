"""Print colours and progress on a terminal, and plain text into a file or pipe."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

_MANY_FILES = 20
_LARGE_BYTES = 20 * 1024**2
_FILE_WIDTH = 120


def terminal(stderr: bool = False) -> Console:
    """Return a console. Rich omits colours if there is no terminal or NO_COLOR is set."""
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    width = shutil.get_terminal_size().columns if stream.isatty() else _FILE_WIDTH
    return Console(file=stream, width=width, highlight=False, markup=False, emoji=False)


def size_of(files: Iterable[str | Path]) -> int:
    """Return the total size in bytes of the paths that are files."""
    return sum(path.stat().st_size for path in map(Path, files) if path.is_file())


@contextmanager
def progress(activity: str, count: int, size: int = 0) -> Iterator[Callable[[], None]]:
    """Yield a function to call after each of `count` files.

    On a terminal it advances a progress bar with the elapsed time, if there are many files or large ones (`size` in
    bytes).
    """
    if (count < _MANY_FILES and size < _LARGE_BYTES) or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.progress import Progress, SpinnerColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), *Progress.get_default_columns(), TimeElapsedColumn())
    with Progress(*columns, console=terminal(stderr=True), transient=True) as bar:
        task = bar.add_task(activity, total=count)
        yield lambda: bar.advance(task)
