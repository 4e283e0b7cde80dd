"""Repaired copies of a batch: every file that safe fixes make better, in its own format; the originals are not touched.

A copy is read again before it is handed out. Where a file cannot hold the repair (a trace, a table), the repaired
messages alone are written beside the others, and the report says so.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from workbench.conversation import Conversation
from workbench.loading import LoadError
from workbench.outputs.own_format import in_own_format
from workbench.outputs.rewrite import PLAIN_STYLE, in_the_style_of
from workbench.outputs.verdict_sentence import counted
from workbench.outputs.visible import visible
from workbench.repairs.repair import Repaired, repair
from workbench.sources.writing.changes import CannotBeWrittenError
from workbench.triage.documents import Given, opened
from workbench.triage.spread import spread

_BOM = "\ufeff"


@dataclass(frozen=True, slots=True)
class Copy:
    """A file to write."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class RepairedDocument:
    """What was done with one document."""

    document: str
    copies: tuple[Copy, ...] = ()
    fixes: tuple[str, ...] = ()
    """The title of every fix that was applied."""
    left: int = 0
    """Errors that no safe fix repairs."""
    note: str = ""
    """Why it was not read, or not written in its own format."""


def repaired_copies(
    sources: Iterable[Given], target: str | None = None, stop: threading.Event | None = None
) -> Iterator[RepairedDocument]:
    """Every document, in the order in which they are done."""
    return spread(partial(_all_repaired, target=target), opened(sources), stop)


def fixes_counted(results: Iterable[RepairedDocument]) -> list[tuple[str, int]]:
    """How often each fix is applied, ids and names in its title aside; the most frequent first."""
    return Counter(_kind(title) for result in results for title in result.fixes).most_common()


def report_text(results: Sequence[RepairedDocument]) -> str:
    """What was done, first as a whole, then kind by kind, then file by file."""
    copies = sum(len(result.copies) for result in results)
    errors = sum(result.left for result in results)
    lines = [
        f"{counted(copies, 'repaired copy')}, {counted(errors, 'error')} left, {counted(len(results), 'file')} read."
    ]
    lines += ["", *(f"{number:>7,}  {title}" for title, number in fixes_counted(results)), ""]
    for result in results:
        done = f"{counted(len(result.fixes), 'fix')}" if result.copies else "not changed"
        left = f", {counted(result.left, 'error')} left" if result.left else ""
        note = f" ({result.note})" if result.note else ""
        lines.append(visible(f"{result.document}: {done}{left}{note}"))
    return "\n".join(lines) + "\n"


def _kind(title: str) -> str:
    """`Re-thread to call_1, keeps the result` and the same to call_2 are one kind of fix."""
    return " ".join("…" if any(map(str.isdigit, word)) or "_" in word else word for word in title.split())


def _all_repaired(sources: list[Given | LoadError], target: str | None) -> list[RepairedDocument]:
    return [_repaired(source, target) for source in sources]


def _repaired(source: Given | LoadError, target: str | None) -> RepairedDocument:
    if isinstance(source, LoadError):
        return RepairedDocument(source.name, note=str(source))
    items = list(source.items())
    unread = next((str(item) for item in items if isinstance(item, LoadError)), "")
    repairs = [
        (number, item, repair(item, target, mind_others=False))
        for number, item in enumerate(items)
        if isinstance(item, Conversation)
    ]
    done = [one for one in repairs if one[2].applied]
    fixes = tuple(fix.title for _, _, repaired in done for fix in repaired.applied)
    left = sum(len(repaired.remaining) for _, _, repaired in repairs)
    if not done:
        return RepairedDocument(source.name, left=left, note=unread)
    copies: tuple[Copy, ...]
    try:
        copies, note = (Copy(source.name, _in_place(source, done, target)),), unread
    except CannotBeWrittenError as reason:
        note = f"only the repaired messages were written, because {reason}"
        copies = tuple(_alone(source.name, number, len(items), repaired) for number, _, repaired in done)
    return RepairedDocument(source.name, copies, fixes, left, note)


def _in_place(source: Given, done: list[tuple[int, Conversation, Repaired]], target: str | None) -> bytes:
    """The whole file with every repair in it, read again to be sure."""
    try:
        original = _bytes(source).decode("utf-8")
    except UnicodeDecodeError as reason:
        raise CannotBeWrittenError("the file is not text") from reason
    text = original.removeprefix(_BOM)
    new = in_own_format(text, [(before, repaired.conversation) for _, before, repaired in done], target)
    return (original[: len(original) - len(text)] + new).encode()


def _bytes(source: Given) -> bytes:
    return source.content if isinstance(source.content, bytes) else source.content.read_bytes()


def _alone(name: str, number: int, count: int, repaired: Repaired) -> Copy:
    which = f".{number + 1}" if count > 1 else ""
    text = in_the_style_of(PLAIN_STYLE, repaired.conversation.payload) + "\n"
    return Copy(f"{name}{which}.repaired.json", text.encode("utf-8", "replace"))


def place_below(name: str, roots: Iterable[str]) -> str:
    """Where a copy goes below another folder: as it is below its own, and never outside, whatever an archive says."""
    root = max((root for root in roots if name.startswith(root)), key=len, default="")
    relative = name[len(root) :] or name.replace("\\", "/").rpartition("/")[2]
    steps = [step for step in relative.replace("\\", "/").split("/") if step not in ("", ".", "..")]
    return "/".join(step.replace(":", "_").replace("\x00", "_") for step in steps) or "conversation"
