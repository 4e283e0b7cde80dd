"""What the user names on the command line → conversations: files, folders, archives, `-` for standard input."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from workbench.cli.failure import Failure
from workbench.cli.parameters import chosen_branch
from workbench.cli.screen import progress, size_of
from workbench.cli.streams import read_standard_input

if TYPE_CHECKING:
    from workbench.conversation import Conversation
    from workbench.loading import LoadError

STANDARD_INPUT = "-"


@dataclass(frozen=True, slots=True)
class Opened:
    """A conversation, or why there is none, under the path that the user gave or that is in the given folder."""

    file: str
    content: Conversation | LoadError

    @property
    def conversation_name(self) -> str | None:
        """The conversation's own name where the file holds several."""
        return self.content.name if self.content.name and self.content.name != self.file else None


@dataclass(frozen=True, slots=True)
class Reading:
    """How the user wants files to be read."""

    format: str | None = None
    partial: bool = False
    """Of a file that ends too early, read the complete messages."""
    target: str | None = None
    """Breaks the tie where several formats fit equally."""


def every_conversation(paths: Sequence[str], reading: Reading, doing: str) -> Iterator[Opened]:
    """The conversations of all files, in order; in its place what cannot be read.

    A readme beside the conversations is no fault: a text in a folder or an archive that holds no message is passed
    over, with a word about it. What the user named, and what its name calls data, has to be a conversation.
    """
    files = _files_named(paths)
    passed_over: list[Opened] = []
    alone = True
    with progress(doing, len(files), size_of(files)) as advance:
        for file in files:
            for item in _opened(file, reading):
                if _is_only_prose(item, paths):
                    passed_over.append(item)
                else:
                    alone = False
                    yield item
            advance()
    if alone:
        yield from passed_over
    elif passed_over:
        first = passed_over[0].content.name
        others = f" and {len(passed_over) - 1} more" if len(passed_over) > 1 else ""
        click.echo(f"note: skipped, because it contains no conversation: {first}{others}.", err=True)


def _files_named(paths: Sequence[str]) -> list[str]:
    """The files themselves; those inside a folder one by one, in order. An empty folder stays, to be reported, and a
    folder that is one session is one file."""
    from workbench.loading.folder import files_in
    from workbench.loading.session_folders import is_session_folder

    files: list[str] = []
    for path in paths:
        is_folder = path != STANDARD_INPUT and Path(path).is_dir() and not is_session_folder(Path(path))
        inside = [str(file) for file in files_in(Path(path))] if is_folder else []
        files += inside or [path]
    return files


def _is_only_prose(item: Opened, named: Sequence[str]) -> bool:
    from workbench.loading import LoadError
    from workbench.loading.folder import PROSE

    content = item.content
    return (
        isinstance(content, LoadError)
        and not content.messages
        and content.name not in named
        and content.name.lower().endswith(PROSE)
    )


def _opened(file: str, reading: Reading) -> Iterator[Opened]:
    """Every conversation of one file."""
    from workbench.conversation import Note
    from workbench.detection import detected
    from workbench.loading import LoadError, load_all

    source = read_standard_input() if file == STANDARD_INPUT else Path(file)
    for item in load_all(source, file, reading.format):
        if isinstance(item, LoadError) and item.partial is not None:
            if reading.partial:
                item = replace(item.partial, notes=(*item.partial.notes, Note("cut", str(item))))
            else:
                click.echo(
                    f"note: {file} cannot be read to its end; --partial reads the messages before that place.",
                    err=True,
                )
        if not isinstance(item, LoadError) and reading.target and item.detection.ambiguous:
            item = detected(item, reading.format, reading.target)
        yield Opened(file, _on_branch(item, file))


def _on_branch(item: Conversation | LoadError, file: str) -> Conversation | LoadError:
    """The branch that the user chose; a conversation without branches is what it is."""
    from workbench.loading import LoadError

    number = chosen_branch()
    if number is None or number == 1 or isinstance(item, LoadError) or item.origin is None or not item.origin.branches:
        return item
    branches = item.origin.branches
    if number > len(branches) + 1:
        raise Failure(f"{file} has {len(branches) + 1} branches, but no branch {number}.")
    return branches[number - 2]()


def only_one(file: str, reading: Reading, number: int | None = None) -> Conversation:
    """The conversation of a file, or the one with this number; the first, with a word about it, of several."""
    from workbench.loading import LoadError

    items = every_conversation([file], reading, "reading")
    chosen = next(islice(items, (number or 1) - 1, None), None)
    if chosen is None:
        raise Failure(f"{file} contains no conversation {number}." if number else f"{file} contains no conversation.")
    if isinstance(chosen.content, LoadError):
        raise Failure(str(chosen.content))
    if number is None and next(items, None) is not None:
        click.echo(
            f"note: {file} contains several conversations; this is the first, --conversation chooses another.", err=True
        )
    return chosen.content
