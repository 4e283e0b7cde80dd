"""What the user names on the command line → conversations: files, folders, archives, `-` for standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.cli.failure import Failure

if TYPE_CHECKING:
    from workbench.conversation import Conversation
    from workbench.load import LoadError

STANDARD_INPUT = "-"


@dataclass(frozen=True, slots=True)
class Opened:
    """A conversation, or why there is none, under the path that the user gave or that stands in the given folder."""

    file: str
    content: Conversation | LoadError

    @property
    def conversation_name(self) -> str | None:
        """The conversation's own name where the file holds several."""
        return self.content.name if self.content.name and self.content.name != self.file else None


def files_named(paths: Sequence[str]) -> list[str]:
    """The files themselves; those inside a folder one by one, in order. An empty folder stays, to be reported."""
    from workbench.load.folder import files_in

    files: list[str] = []
    for path in paths:
        inside = [str(file) for file in files_in(Path(path))] if path != STANDARD_INPUT and Path(path).is_dir() else []
        files += inside or [path]
    return files


@dataclass(frozen=True, slots=True)
class Reading:
    """How the user wants files to be read."""

    format: str | None = None
    partial: bool = False
    """Of a file that breaks off, take the whole messages before that place."""
    target: str | None = None
    """Breaks the tie where several formats fit equally."""


def opened(file: str, reading: Reading) -> Iterator[Opened]:
    """Every conversation of one file; in its place what cannot be read."""
    from workbench.conversation import Note
    from workbench.detect import detected
    from workbench.load import LoadError, load_all

    source = sys.stdin.buffer.read() if file == STANDARD_INPUT else Path(file)
    for item in load_all(source, file, reading.format):
        if isinstance(item, LoadError) and reading.partial and item.partial is not None:
            item = replace(item.partial, notes=(*item.partial.notes, Note("cut", str(item))))
        if not isinstance(item, LoadError) and reading.target and item.detection.ambiguous:
            item = detected(item, reading.format, reading.target)
        yield Opened(file, item)


def only_one(file: str, reading: Reading, number: int | None = None) -> Conversation:
    """The conversation of a file, or the one with this number; the first, with a word about it, of several."""
    from workbench.load import LoadError

    items = opened(file, reading)
    chosen = next(islice(items, (number or 1) - 1, None), None)
    if chosen is None:
        raise Failure(f"{file} holds no conversation {number}." if number else f"{file} holds no conversation.")
    if isinstance(chosen.content, LoadError):
        raise Failure(str(chosen.content))
    if number is None and next(items, None) is not None:
        click.echo(f"note: {file} holds several conversations; this is the first, --conversation picks one.", err=True)
    return chosen.content
