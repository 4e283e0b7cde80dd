"""Open the conversations that the command line names: files, folders, archives, `-` for standard input."""

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
    """A conversation, or why it could not be read, with the path of its file."""

    file: str
    content: Conversation | LoadError

    @property
    def conversation_name(self) -> str | None:
        """The conversation's own name if the file contains several."""
        return self.content.name if self.content.name and self.content.name != self.file else None


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """The user's options for reading files."""

    format: str | None = None
    partial: bool = False
    """Read the messages before the place where a file is cut off or broken."""
    target: str | None = None
    """Decides between formats that fit equally well."""


def every_conversation(paths: Sequence[str], options: ReadOptions, activity: str) -> Iterator[Opened]:
    """Yield the conversations of all files in order, with an error in the place of each unreadable one.

    A readme next to the conversations is not an error: a text file without messages in a folder or archive is skipped
    with a note. A file that the user names, or whose extension marks it as data, must contain a conversation.
    """
    files = _files_in(paths)
    skipped: list[Opened] = []
    all_skipped = True
    with progress(activity, len(files), size_of(files)) as advance:
        for file in files:
            for item in _open(file, options):
                if _is_only_prose(item, paths):
                    skipped.append(item)
                else:
                    all_skipped = False
                    yield item
            advance()
    if all_skipped:
        yield from skipped
    elif skipped:
        first = skipped[0].content.name
        others = f" and {len(skipped) - 1} more" if len(skipped) > 1 else ""
        click.echo(f"note: skipped, because it contains no conversation: {first}{others}.", err=True)


def _files_in(paths: Sequence[str]) -> list[str]:
    """Return the files themselves and those in folders, in order.

    An empty folder stays in the list, so that it is reported. A folder that is one session counts as one file.
    """
    from workbench.loading.folder import files_and_sessions_in
    from workbench.loading.session_folders import is_session_folder

    files: list[str] = []
    for path in paths:
        is_folder = path != STANDARD_INPUT and Path(path).is_dir() and not is_session_folder(Path(path))
        contained = [str(file) for file in files_and_sessions_in(Path(path))] if is_folder else []
        files += contained or [path]
    return files


def _is_only_prose(item: Opened, paths: Sequence[str]) -> bool:
    """Whether an item is a text file without messages that the user did not name."""
    from workbench.loading import LoadError
    from workbench.loading.folder import PROSE

    content = item.content
    return (
        isinstance(content, LoadError)
        and not content.messages
        and content.name not in paths
        and content.name.lower().endswith(PROSE)
    )


def _open(file: str, options: ReadOptions) -> Iterator[Opened]:
    from workbench.conversation import Note
    from workbench.detection import for_target
    from workbench.loading import LoadError, load_all

    source = read_standard_input() if file == STANDARD_INPUT else Path(file)
    for item in load_all(source, file, options.format):
        if isinstance(item, LoadError) and item.partial is not None:
            if options.partial:
                item = replace(item.partial, notes=(*item.partial.notes, Note("cut", str(item))))
            else:
                click.echo(
                    f"note: {file} cannot be read completely; --partial reads the messages before the error.", err=True
                )
        if not isinstance(item, LoadError) and options.format is None:
            item = for_target(item, options.target)
        yield Opened(file, _on_branch(item, file))


def _on_branch(item: Conversation | LoadError, file: str) -> Conversation | LoadError:
    """Return the branch that the user chose, or the item itself if it has no branches."""
    from workbench.loading import LoadError

    number = chosen_branch()
    if number is None or number == 1 or isinstance(item, LoadError) or item.origin is None or not item.origin.branches:
        return item
    branches = item.origin.branches
    if number > len(branches) + 1:
        raise Failure(f"{file} has {len(branches) + 1} branches, but no branch {number}.")
    return branches[number - 2]()


def one_conversation(file: str, options: ReadOptions, number: int | None) -> Conversation:
    """Return the conversation with this number; without a number the first, with a note if there are several."""
    from workbench.loading import LoadError

    items = every_conversation([file], options, "reading")
    chosen = next(islice(items, (number or 1) - 1, None), None)
    if chosen is None:
        raise Failure(f"{file} contains no conversation {number}." if number else f"{file} contains no conversation.")
    if isinstance(chosen.content, LoadError):
        raise Failure(str(chosen.content))
    if number is None and next(items, None) is not None:
        click.echo(
            f"note: {file} contains several conversations; this is the first, --conversation selects another.", err=True
        )
    return chosen.content
