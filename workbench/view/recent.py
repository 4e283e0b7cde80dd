"""Recent cases as rows of the start page: the title, the verdict, what was done, and when."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TypedDict

from workbench.checks.report import Report
from workbench.checks.verdict import Outcome
from workbench.outputs.verdict_sentence import LABELS, counted, label
from workbench.outputs.visible import shortened
from workbench.store.cases import RecentCase
from workbench.targets import ERROR, TARGETS
from workbench.view.verdict import headline

_LONGEST_TITLE, _LONGEST_NOTE = 120, 140


class RecentRow(TypedDict):
    name: str
    """The name of the case."""
    title: str
    severity: str
    verdict: str
    done: str
    """What was done with it: repaired, replayed."""
    note: str
    when: str
    moment: str
    """The exact time."""


def recent_rows(cases: Sequence[RecentCase], now: datetime) -> list[RecentRow]:
    return [_row(case, now) for case in cases]


def _row(case: RecentCase, now: datetime) -> RecentRow:
    used = datetime.fromtimestamp(case.used, now.tzinfo)
    return {
        "name": case.name,
        "title": shortened(case.title, _LONGEST_TITLE) or "Untitled",
        "severity": case.verdict.partition(":")[0] or "info",
        "verdict": _verdict(case),
        "done": ", ".join(_done(case)),
        "note": shortened(" ".join(case.note.split()), _LONGEST_NOTE),
        "when": relative_time(used, now),
        "moment": used.strftime("%Y-%m-%d %H:%M:%S"),
    }


def stored_verdict(report: Report) -> str:
    """Return the form in which the store saves a verdict: its severity and its outcome."""
    return f"{headline(report)['severity']}:{label(report.verdict)}"


def _verdict(case: RecentCase) -> str:
    """Return a stored verdict as the page writes it."""
    severity, _, outcome = case.verdict.partition(":")
    title = TARGETS[case.target].title if case.target in TARGETS else case.target
    judged = [known for known in Outcome if known != Outcome.NOT_JUDGED]
    sentences = {str(known).replace("-", " "): f"{title} {LABELS[known]} it" for known in judged}
    if not outcome:
        return "not checked yet"
    but = ", but the conversion has errors" if severity == ERROR and outcome == Outcome.ACCEPTED else ""
    return sentences.get(outcome, outcome) + but


def _done(case: RecentCase) -> list[str]:
    is_undone = ":".join(case.left_at) == case.name
    repaired = ["repair undone" if is_undone else "repaired"] if case.repairs else []
    return [*repaired, *([counted(case.replays, "replay")] if case.replays else [])]


def relative_time(then: datetime, now: datetime) -> str:
    minutes = int((now - then).total_seconds() // 60)
    if minutes < 1:
        return "just now"
    if minutes < 60:
        return f"{counted(minutes, 'minute')} ago"
    if then.date() == now.date():
        return f"today, {then:%H:%M}"
    if then.date() == now.date() - timedelta(days=1):
        return f"yesterday, {then:%H:%M}"
    if now - then < timedelta(days=6):
        return f"{then:%A, %H:%M}"
    return f"{then.day} {then:%B %Y}"
