"""Explain why a repair did not apply a fix that is safe by itself.

A finding shows its fix, and a user expects the repair to apply it. Only fixes for remaining errors are explained, and
one of each kind: every explanation needs a check.
"""

from __future__ import annotations

from typing import NamedTuple

from workbench.checks.check import check
from workbench.checks.findings import Fix
from workbench.checks.report import Report
from workbench.formats import FORMATS
from workbench.repairs.fixes import fix_for
from workbench.repairs.guard import broken_promises
from workbench.repairs.reloading import in_detected_format
from workbench.repairs.repair import Repaired, apply_compatible, conversation_after

_MAX_EXPLAINED = 5
_NO_HELP = "It would not leave fewer faults."


class Declined(NamedTuple):
    fix: Fix
    why: str


def declined(repaired: Repaired) -> list[Declined]:
    """Return the safe fixes that would have been for the remaining errors, each with the promise that it breaks."""
    fixes: dict[str, Fix] = {}
    for finding in repaired.remaining:
        fix = fix_for(repaired.report, finding)
        if fix is not None and fix.safe and len(fixes) < _MAX_EXPLAINED:
            fixes.setdefault(fix.title, fix)
    return [Declined(fix, _why_not(repaired.report, fix)) for fix in fixes.values()]


def _why_not(report: Report, fix: Fix) -> str:
    before, target = report.conversation, report.target.name
    payload, done = apply_compatible(before, [fix])
    after = conversation_after(before, payload, done, target)
    if after is None:
        return f"Afterwards, the file would no longer be recognised as {FORMATS[before.format].title}."
    if broken := next(broken_promises(report, check(after, target, with_information=False)), None):
        return broken
    for reader in (None, target):
        opened = in_detected_format(after, reader)
        if opened is not None and in_detected_format(before, reader) is None:
            return (
                f"Afterwards, the file would be read as {FORMATS[opened.format].title}, where other fixes are needed."
            )
    return _NO_HELP
