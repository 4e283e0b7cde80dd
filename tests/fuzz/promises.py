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
from workbench.repairs.plan import plan
from workbench.repairs.repair import Repaired, repair
from workbench.targets import Target, default_target


def keep_promises(attempts: Attempts, before: Report) -> Repaired | None:
    """Plan, apply, check again and repair again. Gives what the repair gave."""
    conversation, target = before.conversation, before.target.name
    repaired = attempts.make("repair", target, partial(repair, conversation, target))
    if repaired is None:
        return None
    for promise, detail in _broken(attempts, before, repaired, target):
        attempts.fail(promise, conversation.format, target, detail)
    steps = attempts.make("plan", target, partial(plan, conversation, target))
    for step in steps or ():
        for promise, detail in _broken_by(conversation.payload, step.fix):
            attempts.fail(promise, conversation.format, target, f"{step.fix.title!r}: {detail}")
    return repaired


def _broken(attempts: Attempts, before: Report, repaired: Repaired, target: str) -> Iterator[tuple[str, str]]:
    conversation, mended = before.conversation, repaired.conversation
    titles = _some([fix.title for fix in repaired.applied])
    if lost := lost_words(conversation.payload, mended.payload):
        yield "repair loses words", f"{_some(lost)} by {titles}"
    after = attempts.make("check after repair", target, partial(check, mended, target))
    if after is not None and len(after.errors) > len(before.errors):
        kind = "repair leaves more errors" if before.errors else "repair makes an accepted history refused"
        yield kind, f"{_rules(before)} → {_rules(after)} by {titles}"
    yield from _worse_at_home(attempts, before, mended, target, titles)
    again = attempts.make("repair again", target, partial(repair, mended, target))
    if again is not None and (again.applied or compact(again.conversation.payload) != compact(mended.payload)):
        yield "repairing twice changes again", f"{_some([fix.title for fix in again.applied])} after {titles}"
    converted = _is_converted(conversation, mended, before.target)
    if repaired.applied and not converted and (became := _reloaded_otherwise(conversation, mended)):
        yield "the repaired file loads otherwise", f"{became} by {titles}"


def _worse_at_home(
    attempts: Attempts, before: Report, mended: Conversation, target: str, titles: str
) -> Iterator[tuple[str, str]]:
    """What the format's own provider took, it must still take, whoever the repair was for."""
    home = default_target(before.conversation)
    changed = mended.payload is not before.conversation.payload
    if home == target or not changed or _is_converted(before.conversation, mended, before.target):
        return
    here = attempts.make("check", home, partial(check, before.conversation, home))
    there = attempts.make("check after repair", home, partial(check, mended, home))
    if here is not None and there is not None and not here.errors and there.errors:
        yield "repair for another makes its own provider refuse", f"{_rules(there)} by {titles}"


def _is_converted(before: Conversation, after: Conversation, target: Target) -> bool:
    """Whether the repair was to write the history in the target's own format."""
    return after.format != before.format and after.format in target.formats


def _reloaded_otherwise(before: Conversation, after: Conversation) -> str:
    """What the repaired document is read as, where the one before could be read alone; empty if all is well.

    A history that lost its last call fits other formats as well as its own: that is no other reading.
    """
    if before.format not in _readings(before.payload)[:1]:
        return ""
    read_as = _readings(after.payload)
    return "" if before.format in read_as else f"{before.format} → {' or '.join(read_as)}"


def _readings(payload: Json) -> list[str]:
    """The formats that fit equally, the best guess first."""
    try:
        detection = load(compact(payload).encode()).detection
    except LoadError as error:
        return [f"unreadable: {error}"]
    return [detection.format, *(detection.candidates if detection.ambiguous else ())]


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
