"""A repaired session in the file of its program: the text to take away, and which of its lines change."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import unified_diff

from workbench.conversation import Conversation
from workbench.outputs.own_format import in_own_format
from workbench.outputs.visible import visible_lines
from workbench.sources.writing import can_be_written
from workbench.sources.writing.changes import CannotBeWrittenError

_MOST_LINES = 200
_LONGEST_LINE = 400


@dataclass(frozen=True, slots=True)
class OwnFile:
    text: str
    difference: str
    """Of its lines; every other line is the same to the byte."""
    obstacle: str = ""
    """Why the file cannot hold the repair; then there is no text."""


def own_file(content: bytes | None, before: Conversation, after: Conversation) -> OwnFile | None:
    """None where the conversation was found in no file that a program loads again."""
    if content is None or not can_be_written(before):
        return None
    try:
        old = content.decode("utf-8")
        new = in_own_format(old, [(before, after)])
    except UnicodeDecodeError:
        return OwnFile("", "", "the file is not UTF-8")
    except CannotBeWrittenError as reason:
        return OwnFile("", "", str(reason))
    return OwnFile(new, _difference(old.splitlines(), new.splitlines()))


def _difference(old: list[str], new: list[str]) -> str:
    """Compared only between the first and the last line that differ, since a session can be very long."""
    start = next(
        (n for n, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), min(len(old), len(new))
    )
    most = min(len(old), len(new)) - start
    end = next((n for n in range(most) if old[-1 - n] != new[-1 - n]), most)
    changed = list(unified_diff(old[start : len(old) - end], new[start : len(new) - end], n=0, lineterm=""))[2:]
    lines = [_numbered(line, start) for line in changed[:_MOST_LINES]]
    rest = len(changed) - len(lines)
    return "\n".join([*lines, *([f"… {rest:,} more lines"] if rest > 0 else [])])


def _numbered(line: str, start: int) -> str:
    """A line of the difference, cut; its heading counts from the top of the repaired file."""
    if line.startswith("@@"):
        first = line.split()[2].lstrip("+").split(",")[0]
        return f"@@ from line {int(first) + start} on @@"
    return visible_lines(line[:_LONGEST_LINE] + (" …" if len(line) > _LONGEST_LINE else ""))
