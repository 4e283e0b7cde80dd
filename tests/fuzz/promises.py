"""What must hold of a repair, whatever the file: stated here without the help of the product's own guard."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from tests.fuzz.attempts import Attempts
from tests.fuzz.words import lost_words
from workbench.checks.check import check
from workbench.checks.findings import Fix
from workbench.checks.report import Report
from workbench.conversation import Conversation
from workbench.json.patch import PatchError, apply
from workbench.json.text import Json, compact
from workbench.loading import LoadError, load
from workbench.repairs.plan import plan_of
from workbench.repairs.repair import Repaired, repair
from workbench.targets import Target, default_target


def keep_promises(attempts: Attempts, before: Report, mind_others: bool = False) -> Repaired | None:
    """Plan, apply, check again and repair again. Gives what the repair gave."""
    conversation, target = before.conversation, before.target.name
    steps = attempts.make("plan", target, partial(plan_of, before))
    for step in steps or ():
        for promise, detail in _broken_by(conversation.payload, step.fix):
            attempts.fail(promise, conversation.format, target, f"{step.fix.title!r}: {detail}")
    repaired = attempts.make("repair", target, partial(repair, conversation, target, mind_others=mind_others))
    if repaired is not None and (repaired.applied or repaired.conversation.payload is not conversation.payload):
        for promise, detail in _broken(attempts, before, repaired, target):
            attempts.fail(promise, conversation.format, target, detail)
    return repaired


def _broken(attempts: Attempts, before: Report, repaired: Repaired, target: str) -> Iterator[tuple[str, str]]:
    conversation, mended = before.conversation, repaired.conversation
    titles = _some([fix.title for fix in repaired.applied])
    if lost := lost_words(conversation.payload, mended.payload):
        yield "repair loses words", f"{_some(lost)} by {titles}"
    converted = _is_converted(conversation, mended, before.target)
    if _reopened(conversation) is not None:
        reopened = _reopened(mended)
        if reopened is None:
            yield "the repaired file loads otherwise", f"{conversation.format} by {titles}"
            return
        mended = reopened
    after = attempts.make("check after repair", target, partial(check, mended, target))
    if after is not None and len(after.errors) > len(before.errors):
        kind = "repair leaves more errors" if before.errors else "repair makes an accepted history refused"
        yield kind, f"{_rules(before)} → {_rules(after)} by {titles}"
    if not converted:
        yield from _worse_at_home(attempts, before, mended, target, titles)
    again = attempts.make("repair again", target, partial(repair, mended, target, mind_others=False))
    if again is not None and (again.applied or compact(again.conversation.payload) != compact(mended.payload)):
        yield "repairing twice changes again", f"{_some([fix.title for fix in again.applied])} after {titles}"


def _worse_at_home(
    attempts: Attempts, before: Report, mended: Conversation, target: str, titles: str
) -> Iterator[tuple[str, str]]:
    """The format's own provider must find no more errors than before, whoever the repair was for."""
    home = default_target(before.conversation)
    if home == target:
        return
    here = attempts.make("check", home, partial(check, before.conversation, home))
    there = attempts.make("check after repair", home, partial(check, mended, home))
    if here is not None and there is not None and len(there.errors) > len(here.errors):
        yield "repair for another leaves its own provider more errors", f"{_rules(here)} → {_rules(there)} by {titles}"


def _is_converted(before: Conversation, after: Conversation, target: Target) -> bool:
    """Whether the repair was to write the history in the target's own format."""
    return after.format != before.format and after.format in target.formats


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


def _broken_by(payload: Json, fix: Fix) -> Iterator[tuple[str, str]]:
    """One fix alone, as a person may tick it."""
    try:
        after = apply(payload, fix.patch)
    except PatchError as error:
        yield "a fix does not fit the file", str(error)
        return
    if fix.safe and (lost := lost_words(payload, after)):
        yield "one safe fix alone loses words", _some(lost)


def _rules(report: Report) -> str:
    return f"{len(report.errors)} ({_some([finding.rule for finding in report.errors])})"


def _some(words: list[str], most: int = 4) -> str:
    distinct = list(dict.fromkeys(words))
    return ", ".join(word[:80] for word in distinct[:most]) + (", …" if len(distinct) > most else "")
