"""A repaired session as the file of its program: the text to download, and which of its lines change."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import unified_diff

from workbench.conversation import Conversation
from workbench.json.pointer import Path, readable, to_pointer
from workbench.outputs.repaired_file import repaired_file_text
from workbench.outputs.visible import visible_lines
from workbench.sources.contract import TABLES
from workbench.sources.writing import can_be_written
from workbench.sources.writing.changes import AddedResult, CannotBeWrittenError, NewId, changes_between
from workbench.sources.writing.database import STORES

_MAX_LINES = 200
_LONGEST_LINE = 400


@dataclass(frozen=True, slots=True)
class RepairedFile:
    text: str
    """The text to download; empty for a database, which is changed row by row."""
    difference: str
    """The diff of its lines; every other line is unchanged to the byte."""
    obstacle: str = ""
    """The reason why the repair cannot be written to the file; then there is no text."""


def repaired_file(content: bytes | None, before: Conversation, after: Conversation) -> RepairedFile | None:
    """Return the repaired file, or None if the conversation does not come from a file that a program loads again."""
    origin = before.origin
    if content is None or origin is None:
        return None
    try:
        if origin.kind == TABLES and origin.source in STORES:
            return RepairedFile("", "\n".join(_rows(before, after)))
        if not can_be_written(before):
            return None
        old = content.decode("utf-8")
        new = repaired_file_text(old, [(before, after)])
    except UnicodeDecodeError:
        return RepairedFile("", "", "the file is not UTF-8")
    except CannotBeWrittenError as reason:
        return RepairedFile("", "", str(reason))
    return RepairedFile(new, _difference(old.splitlines(), new.splitlines()))


def _rows(before: Conversation, after: Conversation) -> Iterator[str]:
    """Yield the changed rows, one line each."""
    for change in changes_between(before, after):
        if isinstance(change, NewId):
            yield f"@@ {_row(change.at)} @@"
            yield from (f"-{visible_lines(str(change.old))}", f"+{visible_lines(str(change.new))}")
        elif isinstance(change, AddedResult):
            yield from (f"@@ at {_row(change.call)} @@", f"+a result for {visible_lines(str(change.id))}")
        else:
            yield from (f"@@ {_row(change.at)} @@", "-this result")


def _row(path: Path) -> str:
    table, number, *inside = path
    return f"row {int(number) + 1} of {table} {readable(to_pointer(inside))}".rstrip()


def _difference(old: list[str], new: list[str]) -> str:
    """Return the diff. Only the lines from the first to the last change are compared: a session can be very long."""
    start = next(
        (n for n, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), min(len(old), len(new))
    )
    most = min(len(old), len(new)) - start
    end = next((n for n in range(most) if old[-1 - n] != new[-1 - n]), most)
    changed = list(unified_diff(old[start : len(old) - end], new[start : len(new) - end], n=0, lineterm=""))[2:]
    lines = [_numbered(line, start) for line in changed[:_MAX_LINES]]
    rest = len(changed) - len(lines)
    return "\n".join([*lines, *([f"… {rest:,} more lines"] if rest > 0 else [])])


def _numbered(line: str, start: int) -> str:
    """Return a shortened line of the diff; a heading gets its line number in the repaired file."""
    if line.startswith("@@"):
        first = line.split()[2].lstrip("+").split(",")[0]
        return f"@@ from line {int(first) + start} on @@"
    return visible_lines(line[:_LONGEST_LINE] + (" …" if len(line) > _LONGEST_LINE else ""))
