"""What the user names on the command line → conversations: files, folders, archives, `-` for standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

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


def opened(file: str, format_name: str | None = None, target: str | None = None) -> Iterator[Opened]:
    """Every conversation of one file. A target breaks the tie where several formats fit equally."""
    from workbench.detect import detected
    from workbench.load import LoadError, load_all

    source = sys.stdin.buffer.read() if file == STANDARD_INPUT else Path(file)
    for item in load_all(source, file, format_name):
        if not isinstance(item, LoadError) and target and item.detection.ambiguous:
            item = detected(item, format_name, target)
        yield Opened(file, item)


def only_one(file: str, format_name: str | None = None, target: str | None = None) -> Conversation:
    """The conversation of a file that must hold one; the first, if it holds several."""
    from workbench.load import LoadError

    for item in opened(file, format_name, target):
        if isinstance(item.content, LoadError):
            raise Failure(str(item.content))
        return item.content
    raise Failure(f"{file} holds no conversation.")
