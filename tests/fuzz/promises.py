"""The promises of a repair, for any file.

The promises are those of the product's own guard. It is asked here about the file as it was read and the file as it is
read again after the repair: nothing is taken as unchanged because the repair did not touch it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from tests.fuzz.attempts import Attempts
from tests.fuzz.places import copied
from workbench.checks.check import check
from workbench.checks.findings import Fix
from workbench.checks.report import Report
from workbench.conversation import Conversation
from workbench.json.patch import PatchError, apply
from workbench.json.text import compact, spaced
from workbench.loading import LoadError, load, load_all
from workbench.outputs.repaired_file import repaired_file_text
from workbench.repairs.guard import broken_promises, lost_since
from workbench.repairs.plan import plan_of
from workbench.repairs.repair import Repaired, repair
from workbench.sources.writing.changes import CannotBeWrittenError
from workbench.targets import Target


class File(NamedTuple):
    """What the conversation was read from, and which one of it it is."""

    data: bytes
    number: int


def keep_promises(attempts: Attempts, before: Report, file: File, mind_others: bool = False) -> Repaired | None:
    """Plan, apply, check again and repair again. Gives what the repair gave."""
    conversation, target = before.conversation, before.target.name
    steps = attempts.make("plan", target, partial(plan_of, before))
    for step in steps or ():
        for promise, detail in _broken_by(conversation, step.fix):
            attempts.fail(promise, conversation.format, target, f"{step.fix.title!r}: {detail}")
    repaired = attempts.make("repair", target, partial(repair, conversation, target, mind_others=mind_others))
    if repaired is not None and (repaired.applied or repaired.conversation.payload is not conversation.payload):
        for promise, detail in _broken(attempts, before, repaired):
            attempts.fail(promise, conversation.format, target, detail)
        for promise, detail in _broken_in_file(attempts, before, repaired, file):
            attempts.fail(promise, conversation.format, target, detail)
    return repaired


def _broken_in_file(attempts: Attempts, before: Report, repaired: Repaired, file: File) -> Iterator[tuple[str, str]]:
    """The repair written into the file, which is read again as a whole."""
    conversation, target = before.conversation, before.target.name
    titles = _some([fix.title for fix in repaired.applied])
    try:
        text = file.data.decode().removeprefix("\ufeff")
        written = attempts.make("write", target, partial(_written, text, conversation, repaired))
    except UnicodeDecodeError:
        return
    if written is None:
        return
    items = attempts.make("load what was written", target, lambda: list(load_all(written.encode(), "input.json")))
    found = items[file.number] if items and file.number < len(items) else None
    if not isinstance(found, Conversation):
        yield "the written file loads otherwise", f"{conversation.format} by {titles}"
        return
    after = attempts.make("check what was written", target, partial(check, found, target, with_information=False))
    if after is not None and len(after.errors) > len(before.errors):
        yield "the written file has more errors", titles
    again = attempts.make("repair what was written", target, partial(repair, found, target, mind_others=False))
    if again is not None and again.applied:
        yield "repairing the written file changes it", f"{_some([fix.title for fix in again.applied])} after {titles}"


def _written(text: str, conversation: Conversation, repaired: Repaired) -> str | None:
    """None where the file cannot hold the repair: then the user is told so."""
    try:
        return repaired_file_text(text, [(conversation, repaired.conversation)], repaired.report.target.name)
    except CannotBeWrittenError:
        return None


def _broken(attempts: Attempts, before: Report, repaired: Repaired) -> Iterator[tuple[str, str]]:
    conversation, target = before.conversation, before.target.name
    titles = _some([fix.title for fix in repaired.applied])
    mended = read_again(repaired.conversation)
    if conversation.origin is None and reopened(conversation) is not None:  # a session is not a file of its messages
        opened_again = reopened(mended)
        if opened_again is None:
            yield "the repaired file loads otherwise", f"{conversation.format} by {titles}"
            return
        if opened_again.origin is None:
            mended = opened_again
    after = attempts.make("check after repair", target, partial(check, mended, target))
    if after is not None:
        unsafe = _is_converted(conversation, mended, before.target)
        broken = attempts.make("guard", target, lambda: list(broken_promises(before, after, unsafe)))
        yield from ((sentence.partition(":")[0], f"{sentence} By {titles}") for sentence in broken or ())
        if unsafe and (lost := lost_since(conversation, mended)):
            yield "It would lose words", f"{_some(lost)} by {titles}"
    again = attempts.make("repair again", target, partial(repair, mended, target, mind_others=False))
    if again is not None and (again.applied or compact(again.conversation.payload) != compact(mended.payload)):
        yield "repairing twice changes again", f"{_some([fix.title for fix in again.applied])} after {titles}"


def _is_converted(before: Conversation, after: Conversation, target: Target) -> bool:
    """Whether the repair was to write the history in the target's own format."""
    return after.format != before.format and after.format in target.formats


def read_again(conversation: Conversation) -> Conversation:
    """The same conversation around a document of its own, in which nothing is known to be as it was."""
    return replace(conversation, payload=copied(conversation.payload))


def reopened(conversation: Conversation) -> Conversation | None:
    """Its document loaded as a file of its own; None if that gives no or another conversation, or another format.

    A history that lost its last call may fit other formats as well as its own: it is then judged as the file reads.
    """
    try:
        opened = load(spaced(conversation.payload).encode(errors="surrogatepass"))  # `compact` has no infinity
    except LoadError:
        return None
    fitting = opened.detection.candidates if opened.detection.ambiguous else (opened.format,)
    same_place = opened.base == conversation.base or opened.origin is not None  # a program's file is read by its source
    same = same_place and compact(opened.messages) == compact(conversation.messages)
    return opened if same and conversation.format in fitting else None


def _broken_by(conversation: Conversation, fix: Fix) -> Iterator[tuple[str, str]]:
    """One fix alone, as a person may tick it."""
    try:
        after = replace(conversation, payload=apply(conversation.payload, fix.patch))
    except PatchError as error:
        yield "a fix does not fit the file", str(error)
        return
    if fix.safe and (lost := lost_since(conversation, read_again(after))):
        yield "one safe fix alone loses words", _some(lost)


def _some(words: list[str], most: int = 4) -> str:
    distinct = list(dict.fromkeys(words))
    return ", ".join(word[:80] for word in distinct[:most]) + (", …" if len(distinct) > most else "")
