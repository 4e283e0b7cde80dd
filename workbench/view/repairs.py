"""A plan of fixes as a checklist, and what it changes in the JSON, message by message."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher, unified_diff

from workbench.checks.check import check
from workbench.checks.findings import Fix
from workbench.checks.report import Report
from workbench.conversation import Conversation
from workbench.json.text import Json, compact
from workbench.outputs.as_json import indented
from workbench.outputs.visible import shortened, visible_lines
from workbench.repairs.plan import plan
from workbench.repairs.repair import apply_fixes, repair
from workbench.view.verdict import base_name, headline

MOST_SHOWN = 40
REPAIRED = " (repaired)"
"""What is added to the name of a repaired conversation."""
_NOT_IN_NAMES = re.compile(r"[^\w.-]+")
_MOST_LINES = 400
_LONGEST_LINE = 300


@dataclass(frozen=True, slots=True)
class PlanRow:
    fix: Fix
    code: str
    rule: str
    message: int
    why: str
    """What was found."""

    @property
    def label(self) -> str:
        where = f"Message {self.message}" if self.message >= 0 else "The request"
        return shortened(f"{where}: {self.fix.title}", _LONGEST_LINE)

    def writes(self, fix: Fix) -> bool:
        """Whether this row does what a fix does."""
        return compact(list(self.fix.patch)) == compact(list(fix.patch))

    @property
    def explanation(self) -> str:
        warned = "" if self.fix.safe else " Not safe: check the result before you apply it."
        return f"{shortened(self.why, _LONGEST_LINE)} {shortened(self.fix.reason, _LONGEST_LINE)}{warned}"


def checklist(conversation: Conversation, target: str) -> list[PlanRow]:
    """Every different fix once, safe ones first."""
    rows: list[PlanRow] = []
    seen: set[str] = set()
    for step in plan(conversation, target):
        what = compact(list(step.fix.patch))
        if what not in seen:
            seen.add(what)
            finding = step.finding
            rows.append(PlanRow(step.fix, finding.code, finding.rule, finding.message_index, finding.text))
    return rows


def repaired_with(conversation: Conversation, target: str, rows: list[PlanRow], chosen: list[PlanRow]) -> Conversation:
    """With exactly the safe ones chosen, everything that is safe is done until nothing changes; else those alone."""
    if [row for row in rows if row.fix.safe] == chosen:
        return repair(conversation, target, mind_others=False).conversation
    return apply_fixes(conversation, [row.fix for row in chosen], target)


def outcome(after: Conversation, target: str) -> str:
    """What the target would answer to the repaired conversation."""
    return f"With the ticked fixes, {headline(check(after, target))['text']}."


def nothing_to_repair(report: Report, repaired: bool) -> str:
    """Why the checklist is empty."""
    done = "The repair is applied. " if repaired else ""
    if report.errors:
        return f"{done}What is left cannot be repaired without inventing something. The findings say what is missing."
    return f"{done}{headline(report)['text']}: nothing {'more ' if repaired else ''}needs repair."


def file_name(conversation: Conversation, wanted: str) -> str:
    """Its name and what was done to it; letters only, since it is given to the user's file system."""
    name = base_name(conversation)
    stem = _NOT_IN_NAMES.sub("-", name.removesuffix(REPAIRED).rsplit(".", 1)[0]).strip("-.")[:60] or "conversation"
    repaired = "-repaired" if name.endswith(REPAIRED) else ""
    return f"{stem}{repaired}{'' if wanted == conversation.format else f'-{wanted}'}.json"


def difference(before: Conversation, after: Conversation) -> str:
    """As a unified difference, with a line that names each changed message."""
    lines: list[str] = []
    for first, last, new_first, new_last in _changed(before.messages, after.messages):
        old, new = before.messages[first:last], after.messages[new_first:new_last]
        lines.append(f"@@ {_named(first, last)} @@")
        lines += _body(_pretty(old), _pretty(new))
    if before.settings != after.settings:
        lines.append("@@ beside the messages @@")
        lines += _body(_pretty(before.settings), _pretty(after.settings))
    cut = [visible_lines(line[:_LONGEST_LINE] + (" …" if len(line) > _LONGEST_LINE else "")) for line in lines]
    rest = len(cut) - _MOST_LINES
    return "\n".join(cut[:_MOST_LINES] + ([f"… {rest} more lines"] if rest > 0 else []))


def _changed(old: list[Json], new: list[Json]) -> list[tuple[int, int, int, int]]:
    """Where the two differ. The equal beginning and end are taken off first, so that length costs little."""
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    left = [compact(message) for message in old[start : len(old) - end]]
    right = [compact(message) for message in new[start : len(new) - end]]
    if len(left) == len(right):
        pairs = [(at, at + 1, at, at + 1) for at in range(len(left)) if left[at] != right[at]]
    else:
        matcher = SequenceMatcher(None, left, right, autojunk=False)
        pairs = [(one, two, three, four) for kind, one, two, three, four in matcher.get_opcodes() if kind != "equal"]
    return [(one + start, two + start, three + start, four + start) for one, two, three, four in pairs]


def _body(old: list[str], new: list[str]) -> list[str]:
    return [line for line in unified_diff(old, new, n=2, lineterm="") if not line.startswith(("---", "+++", "@@"))]


def _pretty(value: Json) -> list[str]:
    return indented(value).splitlines() if value else []


def _named(first: int, last: int) -> str:
    if first == last:
        return f"before message {first}"
    return f"message {first}" if last == first + 1 else f"messages {first} to {last - 1}"
