"""The fix of a finding: its rule's own, as far as the guard lets it through."""

from __future__ import annotations

from dataclasses import replace

from workbench.checks.findings import Finding, Fix
from workbench.checks.report import Report
from workbench.defects import report_defect
from workbench.json.patch_set import fits, in_order, without_moves
from workbench.json.pointer import PointerError, resolve
from workbench.json.text import Json, compact
from workbench.repairs.guard import words_lost_by
from workbench.rules import RULES

_MOST_NAMED = 5


def fix_for(report: Report, finding: Finding) -> Fix | None:
    """How to repair a finding, if it can be repaired. A fix that would lose words is not safe, and names them."""
    fixer = RULES[finding.rule].fix
    if fixer is None:
        return None
    try:
        fix = fixer(report.repair_context, finding)
        return _guarded(report, fix) if fix else None
    except Exception as defect:  # noqa: BLE001 - whatever it is, it is reported
        report_defect(f"the fix of {finding.rule}", defect)
        return None


def with_fixes(report: Report) -> Report:
    """The report with a fix at every finding that has one."""
    findings = tuple(replace(finding, fix=fix_for(report, finding)) for finding in report.findings)
    return replace(report, findings=findings)


def _guarded(report: Report, fix: Fix) -> Fix | None:
    """The fix as one patch that applies from top to bottom; None if it does not fit or changes nothing."""
    known = report.repair_context.guarded
    if id(fix) not in known:  # findings of one message may share a fix
        known[id(fix)] = (fix, _looked_over(report.conversation.payload, fix))
    return known[id(fix)][1]


def _looked_over(payload: Json, fix: Fix) -> Fix | None:
    patch = without_moves(payload, fix.patch)
    if not fits(payload, patch) or all(_is_idle(payload, operation) for operation in patch):
        return None
    fix = replace(fix, patch=in_order(patch))
    lost = words_lost_by(payload, fix) if fix.safe else []
    if not lost:
        return fix
    named = ", ".join(lost[:_MOST_NAMED]) + (" …" if len(lost) > _MOST_NAMED else "")
    return replace(fix, safe=False, reason=f"{fix.reason} It would lose: {named}.")


def _is_idle(document: Json, operation: Json) -> bool:
    if operation["op"] == "remove" or operation["path"].endswith("/-"):
        return False
    try:
        return operation["op"] == "replace" and compact(resolve(document, operation["path"])) == compact(
            operation["value"]
        )
    except PointerError:
        return False
