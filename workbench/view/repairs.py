"""A plan of fixes as a checklist: what each fix writes and loses, and what the target would answer afterwards."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from workbench.checks.findings import Fix
from workbench.checks.report import Report
from workbench.checks.verdict import Outcome
from workbench.conversation import Conversation
from workbench.json.text import compact
from workbench.outputs.verdict_sentence import counted
from workbench.outputs.visible import shortened
from workbench.repairs.fix_kinds import kind_of_fix
from workbench.repairs.guard import words_lost_by
from workbench.repairs.plan import plan
from workbench.repairs.repair import apply_fixes, repair
from workbench.targets import ERROR, WARNING
from workbench.view.limited import limited
from workbench.view.patch_sentences import patch_sentences
from workbench.view.protocol import Promise
from workbench.view.verdict import base_name, headline, location_text

MAX_SHOWN = 40
REPAIRED = " (repaired)"
"""The suffix of the name of a repaired conversation."""
_MAX_LEFT = 3
_MAX_WORDS = 12
_NOT_IN_NAMES = re.compile(r"[^\w.-]+")
_LONGEST_LINE = 300


@dataclass(frozen=True, slots=True)
class PlanRow:
    fix: Fix
    code: str
    rule: str
    message: int
    why: str
    """The text of the finding."""

    @property
    def label(self) -> str:
        where = f"Message {self.message}" if self.message >= 0 else "The request"
        return shortened(f"{where}: {self.fix.title}", _LONGEST_LINE)

    @property
    def key(self) -> str:
        """Identifies the changes that the fix makes."""
        return fix_key(self.fix)

    def explanation(self, conversation: Conversation) -> str:
        """Return the finding, the reason for the fix, what it writes, and what it loses if it is not safe."""
        reasons = f"{shortened(self.why, _LONGEST_LINE)} {shortened(self.fix.reason, _LONGEST_LINE)}"
        return "\n".join([reasons, *patch_sentences(conversation.payload, self.fix), *_risks(conversation, self.fix)])


def fix_key(fix: Fix) -> str:
    """Return a key that is equal for fixes with equal patches."""
    return hashlib.sha256(compact(list(fix.patch)).encode()).hexdigest()[:16]


def checklist(conversation: Conversation, target: str) -> list[PlanRow]:
    """Return every distinct fix once, with the safe ones first."""
    rows: list[PlanRow] = []
    seen: set[str] = set()
    for step in plan(conversation, target):
        if (key := fix_key(step.fix)) not in seen:
            seen.add(key)
            finding = step.finding
            rows.append(PlanRow(step.fix, finding.code, finding.rule, finding.message_index, finding.text))
    return rows


def repaired_and_followed(
    conversation: Conversation, target: str, rows: list[PlanRow], chosen: list[PlanRow]
) -> tuple[Conversation, tuple[str, ...]]:
    """Apply the chosen fixes. If these are exactly the safe ones, repeat safe repairs until nothing changes.

    Return the repaired conversation, and the titles of the fixes that only the chosen ones made possible.
    """
    if [row for row in rows if row.fix.safe] == chosen:
        done = repair(conversation, target, mind_others=False)
        if done.applied:
            return done.conversation, _following(done.applied, chosen)
    return apply_fixes(conversation, [row.fix for row in chosen], target), ()


def _following(applied: Sequence[Fix], chosen: list[PlanRow]) -> tuple[str, ...]:
    """Return the titles of the applied fixes of other kinds than the listed ones."""
    listed = {kind_of_fix(row.fix.title) for row in chosen}
    return tuple(dict.fromkeys(fix.title for fix in applied if kind_of_fix(fix.title) not in listed))


def outcome(
    after: Report,
    broken: tuple[str, ...] = (),
    number_now: Callable[[int], int | None] = lambda index: index,
    following: tuple[str, ...] = (),
) -> str:
    """Return what the target would answer to the repaired conversation, which fixes follow from the ticked ones, what
    these would break, and what the target would still refuse.

    `number_now` maps a message of the repaired conversation to its number before the repair, which the page shows.
    """
    lines = [f"With the ticked fixes, {headline(after)['text']}.", *(f"Careful: {sentence}" for sentence in broken)]
    possible = [f"This includes what they make possible: {title}." for title in following]
    lines += limited(possible, _MAX_LEFT, str)
    if after.verdict.refused or after.errors:
        left = [cause for cause in after.causes if cause.severity == ERROR]
        for finding in (cause.head for cause in left[:_MAX_LEFT]):
            now = number_now(finding.message_index)
            moved = f" (now message {now})" if now is not None and now != finding.message_index else ""
            lines.append(f"Still wrong: {location_text(after, finding)}{moved}: {finding.text}")
        lines += [f"And {len(left) - _MAX_LEFT} more."] if len(left) > _MAX_LEFT else []
    return "\n".join(shortened(line, _LONGEST_LINE) for line in lines)


def promise(before: Report, after: Report, fixes: int) -> Promise | None:
    """Return the verdict of a refused conversation with the fixes; None if there is nothing to promise."""
    if not fixes or before.verdict.outcome in (Outcome.ACCEPTED, Outcome.NOT_JUDGED):
        return None
    verdict, repair_of = after.verdict, counted(fixes, "fix")
    if verdict.outcome is Outcome.ACCEPTED:
        return {"severity": "fine", "text": f"accepted with {repair_of}"}
    if verdict.outcome is Outcome.MAY_REFUSE:
        return {"severity": WARNING, "text": f"may still be refused with {repair_of}"}
    return {"severity": ERROR, "text": f"still refused with {repair_of}: {counted(verdict.errors, 'error')} left"}


def nothing_to_repair(report: Report, repaired: bool) -> str:
    """Return the reason why the checklist is empty."""
    done = "The repair is applied. " if repaired else ""
    if report.errors:
        return f"{done}The rest cannot be repaired without inventing something. The findings show what is missing."
    verdict, more = headline(report)["text"], "more " if repaired else ""
    if report.verdict.depends_on:
        return f"{done}{verdict}. For this conversion, nothing {more}needs repair."
    return f"{done}{verdict}: nothing {more}needs repair."


def file_name(conversation: Conversation, wanted: str) -> str:
    """Return a file name from the conversation's name and its changes; only characters that are safe in file names."""
    name = base_name(conversation)
    stem = _NOT_IN_NAMES.sub("-", name.removesuffix(REPAIRED).rsplit(".", 1)[0]).strip("-.")[:60] or "conversation"
    repaired = "-repaired" if name.endswith(REPAIRED) else ""
    return f"{stem}{repaired}{'' if wanted == conversation.format else f'-{wanted}'}.json"


def _risks(conversation: Conversation, fix: Fix) -> list[str]:
    """Return what a fix loses, or that it assumes something; nothing for a safe fix."""
    if fix.safe:
        return []
    lost = words_lost_by(conversation, fix)
    if not lost:
        return ["Not safe: it writes something that is not in the file. Check that it is true before you apply it."]
    some = " ".join(lost[:_MAX_WORDS]) + (" …" if len(lost) > _MAX_WORDS else "")
    return [f"Not safe: {counted(len(lost), 'word')} would be lost: {shortened(some, _LONGEST_LINE)}"]
