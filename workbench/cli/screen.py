"""The terminal: colours and progress where a person looks, plain text where a program reads."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

_MANY = 20
_WIDTH_OF_A_FILE = 120


def terminal(stderr: bool = False) -> Console:
    """Rich leaves colours out where there is no terminal, and where NO_COLOR is set."""
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    width = shutil.get_terminal_size().columns if stream.isatty() else _WIDTH_OF_A_FILE
    return Console(file=stream, width=width, highlight=False, markup=False, emoji=False)


@contextmanager
def progress(doing: str, count: int) -> Iterator[Callable[[], None]]:
    """Gives a function to call after each of `count` files; with many files and a terminal it moves a bar along."""
    if count < _MANY or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.progress import Progress

    with Progress(console=terminal(stderr=True), transient=True) as bar:
        task = bar.add_task(doing, total=count)
        yield lambda: bar.advance(task)
