"""Repair: apply the safe fixes, check again, until nothing changes. Nothing real is lost on the way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from workbench.checks.check import check
from workbench.checks.every_target import verdicts
from workbench.checks.findings import Finding, Fix
from workbench.checks.report import Report
from workbench.conversation import Conversation
from workbench.detection import detected
from workbench.json.patch import PatchError, apply
from workbench.json.pointer import PointerError, list_index, resolve
from workbench.json.text import Json, compact
from workbench.repairs.fixes import fix_for
from workbench.repairs.guard import lost_words
from workbench.rules import RULES
from workbench.targets import default_target

_MOST_ROUNDS = 100


@dataclass(frozen=True, slots=True)
class Step:
    """One item of a plan: what was found, and what mends it."""

    finding: Finding
    fix: Fix


@dataclass(frozen=True, slots=True)
class Repaired:
    conversation: Conversation
    applied: tuple[Fix, ...]
    remaining: tuple[Finding, ...]
    """Errors that are left, because no safe fix mends them."""
    proposed: tuple[Fix, ...]
    """Fixes that are not safe, and were not applied."""
    harmed: tuple[str, ...] = ()
    """Targets that took the conversation before and would refuse it now."""


def plan(conversation: Conversation, target: str | None = None) -> list[Step]:
    """Every fix for what is found now, safe ones first. Fixes of later rounds show when these are applied."""
    report = check(conversation, target)
    steps = list(_steps(report, frozenset()))
    return sorted(steps, key=lambda step: (not step.fix.safe, step.finding.rank))


def with_fixes(report: Report) -> Report:
    """The report with a fix at every finding that has one."""
    findings = tuple(replace(finding, fix=fix_for(report, finding)) for finding in report.findings)
    return replace(report, findings=findings)


def repair(
    conversation: Conversation,
    target: str | None = None,
    unsafe: bool = False,
    select: frozenset[str] = frozenset(),
    mind_others: bool = True,
) -> Repaired:
    """Mend what can be mended for a target. Applying it again changes nothing."""
    before = conversation
    applied: list[Fix] = []
    seen = {compact(conversation.payload)}
    for _ in range(_MOST_ROUNDS):
        report = check(conversation, target, with_information=bool(select))
        steps = [step for step in _steps(report, select) if step.fix.safe or (unsafe and step.fix not in applied)]
        patched, done = conversation.payload, list[Fix]()
        for fixes in _by_resort(report, steps, select):  # what comes first may lose words: then the next has its turn
            patched, done = _apply_kept(conversation, fixes, target)
            if done:
                break
        if not done or (text := compact(patched)) in seen:
            break
        seen.add(text)
        applied.extend(done)
        conversation = _again(conversation, patched, target)
    report = check(conversation, target, with_information=bool(select))
    proposed = tuple(step.fix for step in _steps(report, select) if not step.fix.safe)
    harmed = _harmed(before, conversation) if mind_others and applied else ()
    return Repaired(conversation, tuple(applied), tuple(report.errors), proposed, harmed)


def apply_fixes(conversation: Conversation, fixes: list[Fix], target: str | None = None) -> Conversation:
    """The conversation after these fixes of one plan; those that no longer fit are left out."""
    patched, _ = _apply_compatible(conversation, fixes)
    return _again(conversation, patched, target)


def _steps(report: Report, select: frozenset[str]) -> Iterator[Step]:
    """One fix per cause and place; informational findings are mended only when asked for by name."""
    for finding in report.findings:
        named = bool({finding.rule, finding.code, finding.code[:2]} & select)
        if (select and not named) or (not select and (finding.severity == "info" or finding.healed)):
            continue
        fix = fix_for(report, finding)
        if fix is not None:
            yield Step(finding, fix)


def _by_resort(report: Report, steps: list[Step], select: frozenset[str]) -> Iterator[list[Fix]]:
    """What re-threads, moves or writes properly; what orders pairs at home; only then what adds a placeholder."""
    yield [step.fix for step in steps if not RULES[step.finding.rule].last_resort]
    if not select:
        yield [step.fix for step in _steps_at_home(report)]
    yield [step.fix for step in steps]


def _steps_at_home(report: Report) -> Iterator[Step]:
    """Safe fixes of calls and results for the format's own provider.

    After a conversion a finding may point at no more than a message, because its ids were made on the way (Gemini has
    none). What is wrong between calls and results is wrong at home too, and there its place is known.
    """
    home = default_target(report.conversation)
    if report.conversation.format in report.target.formats or not any(_is_of_pairs(error) for error in report.errors):
        return
    at_home = check(report.conversation, home, with_information=False)
    wrong = tuple(finding for finding in at_home.errors if _is_of_pairs(finding))
    yield from (step for step in _steps(replace(at_home, findings=wrong), frozenset()) if step.fix.safe)


def _is_of_pairs(finding: Finding) -> bool:
    return finding.code.startswith("TC")


def _apply_kept(conversation: Conversation, fixes: list[Fix], target: str | None) -> tuple[Json, list[Fix]]:
    """Apply what is compatible. If words would be lost, one fix at a time, and without the one that loses them."""
    patched, done = _apply_compatible(conversation, fixes)
    if not done or not _loses(conversation, patched, done, target):
        return patched, done
    for fix in done:
        patched, applied = _apply_compatible(conversation, [fix])
        if applied and not _loses(conversation, patched, applied, target):
            return patched, applied
    rest = [fix for fix in fixes if fix not in done]
    return _apply_kept(conversation, rest, target) if rest else (conversation.payload, [])


def _loses(conversation: Conversation, payload: Json, done: list[Fix], target: str | None) -> bool:
    if not all(fix.safe for fix in done):
        return False  # the user was told, and asked for it
    after = _again(conversation, payload, target)
    return bool(lost_words(conversation, after))


def _apply_compatible(conversation: Conversation, fixes: list[Fix]) -> tuple[Json, list[Fix]]:
    """Apply as many as do not get in each other's way; the rest come in the next round.

    Fixes that only replace values go together. If there are none, those that add, move or take out messages are
    applied from the end to the beginning, so that the places of the earlier ones still hold.
    """
    document = conversation.payload
    done: list[Fix] = []
    touched: set[str] = set()
    around: set[str] = set()
    replacing = [fix for fix in fixes if all(operation["op"] == "replace" for operation in fix.patch)]
    for fix in replacing:
        places = {operation["path"] for operation in fix.patch}
        holders = {holder for place in places for holder in _holders(place)}
        if not places & around and not holders & touched:
            document, applied = _try(document, fix)
            touched |= places if applied else set()
            around |= holders if applied else set()
            done += applied
    if done:
        return document, done
    lowest: int | None = None
    for fix in sorted(fixes, key=lambda fix: _span(conversation, fix)[0], reverse=True):
        low, high = _span(conversation, fix)
        if lowest is None or high < lowest:
            document, applied = _try(document, fix)
            if applied:
                done += applied
                lowest = low
    return document, done


def _holders(pointer: str) -> list[str]:
    """The pointer itself and those of all that it is inside of: whoever replaces one of them moves its places."""
    steps = pointer.split("/")
    return ["/".join(steps[:length]) for length in range(1, len(steps) + 1)]


def _try(document: Json, fix: Fix) -> tuple[Json, list[Fix]]:
    """A fix that does not fit any more, or that changes nothing, is left out."""
    try:
        if all(_is_idle(document, operation) for operation in fix.patch):
            return document, []
        return apply(document, fix.patch), [fix]
    except (PatchError, PointerError):
        return document, []


def _is_idle(document: Json, operation: Json) -> bool:
    return operation["op"] == "replace" and compact(resolve(document, operation["path"])) == compact(operation["value"])


def _span(conversation: Conversation, fix: Fix) -> tuple[int, int]:
    """The first and the last message that a fix touches; one that touches more than messages touches all."""
    indexes = []
    for operation in fix.patch:
        for pointer in (operation["path"], operation.get("from", operation["path"])):
            rest = pointer[len(conversation.base) + 1 :] if pointer.startswith(conversation.base + "/") else ""
            index = list_index(rest.split("/", 1)[0])
            if index is None:
                return 0, len(conversation.messages)
            indexes.append(index)
    return min(indexes), max(indexes)


def _again(conversation: Conversation, payload: Json, target: str | None) -> Conversation:
    """The same conversation around a changed document, recognised anew if its format may have changed."""
    return detected(conversation.with_payload(payload), target=target)


def _harmed(before: Conversation, after: Conversation) -> tuple[str, ...]:
    fine = {verdict.target for verdict in verdicts(before) if verdict.outcome == "accepted"}
    return tuple(
        verdict.target for verdict in verdicts(after) if verdict.outcome == "refused" and verdict.target in fine
    )
