"""The terminal: colours and progress where a person looks, plain text where a program reads."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

_MANY = 20
_LARGE = 20 * 1024**2
_WIDTH_OF_A_FILE = 120


def terminal(stderr: bool = False) -> Console:
    """Rich leaves colours out where there is no terminal, and where NO_COLOR is set."""
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    width = shutil.get_terminal_size().columns if stream.isatty() else _WIDTH_OF_A_FILE
    return Console(file=stream, width=width, highlight=False, markup=False, emoji=False)


def size_of(files: Iterable[str | Path]) -> int:
    """In bytes; what is no file counts nothing."""
    return sum(path.stat().st_size for path in map(Path, files) if path.is_file())


@contextmanager
def progress(doing: str, count: int, size: int = 0) -> Iterator[Callable[[], None]]:
    """Gives a function to call after each of `count` files. On a terminal it moves a bar along, with the time that
    has passed, where there are many files or large ones (`size` in bytes)."""
    if (count < _MANY and size < _LARGE) or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.progress import Progress, SpinnerColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), *Progress.get_default_columns(), TimeElapsedColumn())
    with Progress(*columns, console=terminal(stderr=True), transient=True) as bar:
        task = bar.add_task(doing, total=count)
        yield lambda: bar.advance(task)
