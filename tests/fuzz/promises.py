"""What must hold of a repair, whatever the file.

The promises are those of the product's own guard. It is asked here about the file as it was read and the file as it is
read again after the repair: nothing is taken as unchanged because the repair did not touch it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from tests.fuzz.attempts import Attempts
from tests.fuzz.places import copied
from workbench.checks.check import check
from workbench.checks.findings import Fix
from workbench.checks.report import Report
from workbench.conversation import Conversation
from workbench.json.patch import PatchError, apply
from workbench.json.text import compact
from workbench.loading import LoadError, load
from workbench.repairs.guard import broken_promises, lost_since
from workbench.repairs.plan import plan_of
from workbench.repairs.repair import Repaired, repair
from workbench.targets import Target


def keep_promises(attempts: Attempts, before: Report, mind_others: bool = False) -> Repaired | None:
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
    return repaired


def _broken(attempts: Attempts, before: Report, repaired: Repaired) -> Iterator[tuple[str, str]]:
    conversation, target = before.conversation, before.target.name
    titles = _some([fix.title for fix in repaired.applied])
    mended = read_again(repaired.conversation)
    if _reopened(conversation) is not None:
        reopened = _reopened(mended)
        if reopened is None:
            yield "the repaired file loads otherwise", f"{conversation.format} by {titles}"
            return
        mended = reopened
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


def _reopened(conversation: Conversation) -> Conversation | None:
    """Its document loaded as a file of its own; None if that gives no or another conversation, or another format.

    A history that lost its last call may fit other formats as well as its own: it is then judged as the file reads.
    """
    try:
        opened = load(compact(conversation.payload).encode(errors="surrogatepass"))
    except LoadError:
        return None
    fitting = opened.detection.candidates if opened.detection.ambiguous else (opened.format,)
    return opened if opened.base == conversation.base and conversation.format in fitting else None


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
