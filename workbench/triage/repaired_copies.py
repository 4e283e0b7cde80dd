"""Write repaired copies of a batch's files in their own formats, without changing the originals.

Each copy is read again before it is used. If a file's format cannot be written (a trace, a table), only the repaired
messages are written, and the report states it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from workbench.conversation import Conversation
from workbench.json.style import PLAIN_STYLE, in_the_style_of
from workbench.loading import LoadError
from workbench.outputs.repaired_file import repaired_file_text
from workbench.outputs.verdict_sentence import counted
from workbench.outputs.visible import visible
from workbench.parallel import run_in_parallel
from workbench.repairs.fix_kinds import kind_of_fix
from workbench.repairs.repair import Repaired
from workbench.sources.writing.changes import CannotBeWrittenError
from workbench.triage.documents import BatchFile, unpacked
from workbench.triage.safe_repair import safe_repair

_BOM = "\ufeff"


@dataclass(frozen=True, slots=True)
class Copy:
    """A file to write."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class RepairedDocument:
    """The result of repairing one document."""

    document: str
    copies: tuple[Copy, ...] = ()
    conversations: int = 0
    """The number of repaired conversations."""
    fixes: tuple[str, ...] = ()
    """The titles of the applied fixes."""
    left: int = 0
    """The number of errors without a safe fix."""
    note: str = ""
    """Why it was not read, or not written in its own format."""
    messages_only: bool = False
    """Whether its format cannot be written, so that each copy has only the repaired messages."""


def repaired_copies(
    sources: Iterable[BatchFile], target: str | None, only: Collection[str] | None = None
) -> Iterator[RepairedDocument]:
    """Yield the result for every document, or `only` for those of these names, in the order in which they finish."""
    wanted = (source for source in unpacked(sources) if only is None or source.name in only)
    return run_in_parallel(partial(_repair_all, target=target), wanted)


def fixes_counted(results: Iterable[RepairedDocument]) -> list[tuple[str, int]]:
    """Return how often each kind of fix was applied, most frequent first."""
    return Counter(kind_of_fix(title) for result in results for title in result.fixes).most_common()


def totals(results: Sequence[RepairedDocument]) -> str:
    """Return what was repaired and what is left, in one sentence."""
    conversations = sum(result.conversations for result in results)
    files = sum(bool(result.copies) for result in results)
    errors = sum(result.left for result in results)
    repaired = f"{counted(conversations, 'conversation')} repaired in {counted(files, 'file')}"
    return f"{repaired}, {counted(errors, 'error')} left, {counted(len(results), 'file')} read."


def formats_kept(results: Sequence[RepairedDocument]) -> str:
    """Return which formats the copies have."""
    others = sum(result.messages_only for result in results)
    if not others:
        return "Each copy has the format of its file."
    which = "1 file" if others == 1 else f"{others:,} files"
    its = "its" if others == 1 else "their"
    return (
        f"Each copy has the format of its file, except that {which} cannot be written in {its} own format: the copy "
        "contains only the repaired messages. The report names the reason."
    )


def report_text(results: Sequence[RepairedDocument]) -> str:
    """Return a report: the totals, the count of each kind of fix, and a line for each file."""
    lines = [totals(results), "", *(f"{number:>7,}  {title}" for title, number in fixes_counted(results)), ""]
    for result in results:
        fixes = f"{counted(len(result.fixes), 'fix')}" if result.copies else "not changed"
        left = f", {counted(result.left, 'error')} left" if result.left else ""
        note = f" ({result.note})" if result.note else ""
        lines.append(visible(f"{result.document}: {fixes}{left}{note}"))
    return "\n".join(lines) + "\n"


def _repair_all(sources: list[BatchFile | LoadError], target: str | None) -> list[RepairedDocument]:
    return [_repair(source, target) for source in sources]


def _repair(source: BatchFile | LoadError, target: str | None) -> RepairedDocument:
    if isinstance(source, LoadError):
        return RepairedDocument(source.name, note=source.reason)
    items = list(source.items())
    unread = next((item.reason for item in items if isinstance(item, LoadError)), "")
    repairs = [
        (number, item, safe_repair(item, target)) for number, item in enumerate(items) if isinstance(item, Conversation)
    ]
    changed = [(number, item, repaired) for number, item, repaired in repairs if repaired.applied]
    fixes = tuple(fix.title for _, _, repaired in changed for fix in repaired.applied)
    left = sum(len(repaired.remaining) for _, _, repaired in repairs)
    if not changed:
        return RepairedDocument(source.name, left=left, note=unread)
    copies: tuple[Copy, ...]
    messages_only = False
    try:
        copies, note = (Copy(source.name, _repaired_content(source, changed, target)),), unread
    except CannotBeWrittenError as reason:
        note = f"only the repaired messages were written, because {reason}"
        copies = tuple(_messages_only(source.name, number, len(items), repaired) for number, _, repaired in changed)
        messages_only = True
    return RepairedDocument(source.name, copies, len(changed), fixes, left, note, messages_only)


def _repaired_content(
    source: BatchFile, changed: list[tuple[int, Conversation, Repaired]], target: str | None
) -> bytes:
    """Return the entire file with every repair, checked by reading it again."""
    try:
        original = _bytes(source).decode("utf-8")
    except UnicodeDecodeError as reason:
        raise CannotBeWrittenError("the file is not text") from reason
    text = original.removeprefix(_BOM)
    new = repaired_file_text(text, [(before, repaired.conversation) for _, before, repaired in changed], target)
    return (original[: len(original) - len(text)] + new).encode()


def _bytes(source: BatchFile) -> bytes:
    return source.content if isinstance(source.content, bytes) else source.content.read_bytes()


def _messages_only(name: str, number: int, count: int, repaired: Repaired) -> Copy:
    suffix = f".{number + 1}" if count > 1 else ""
    text = in_the_style_of(PLAIN_STYLE, repaired.conversation.payload) + "\n"
    return Copy(f"{name}{suffix}.repaired.json", text.encode("utf-8", "replace"))


def place_below(name: str, roots: Iterable[str]) -> str:
    """Return the relative path for a copy: as below its own root, and never outside, whatever name an archive has."""
    root = max((root for root in roots if name.startswith(root)), key=len, default="")
    relative = name[len(root) :] or name.replace("\\", "/").rpartition("/")[2]
    steps = [step for step in relative.replace("\\", "/").split("/") if step not in ("", ".", "..")]
    return "/".join(step.replace(":", "_").replace("\x00", "_") for step in steps) or "conversation"
