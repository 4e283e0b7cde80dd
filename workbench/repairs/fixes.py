"""The fix of a finding: that of its rule, if it passes the guard."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from workbench.checks.findings import Finding, Fix
from workbench.checks.report import Report
from workbench.credentials import credentials_in
from workbench.defects import Part, report_defect
from workbench.json.patch_set import fits, in_order, without_moves
from workbench.json.pointer import PointerError, resolve
from workbench.json.text import Json, compact
from workbench.repairs.guard import words_lost_by
from workbench.rules import RULES
from workbench.rules.editing.context import RepairContext

_MAX_NAMED = 5


def fix_for(report: Report, finding: Finding) -> Fix | None:
    """Return the fix of a finding, or None. A fix that would lose words is not safe, and its reason names them."""
    fix = _fix_or_defect(report, finding)
    return None if isinstance(fix, str) else fix


def with_fixes(report: Report) -> Report:
    """Return the report with the fix of every finding that has one. A defect in a fix is reported in its finding."""
    return replace(report, findings=tuple(with_fix(report, finding) for finding in report.findings))


def with_fix(report: Report, finding: Finding) -> Finding:
    """Return the finding with its fix, or with a sentence about the defect that prevented one."""
    fix = _fix_or_defect(report, finding)
    return replace(finding, text=f"{finding.text} {fix}") if isinstance(fix, str) else replace(finding, fix=fix)


def _fix_or_defect(report: Report, finding: Finding) -> Fix | str | None:
    """Return the fix, or the sentence about the defect that prevented it; computed once."""
    cache = report.repair_context.fixes
    if id(finding) not in cache:
        cache[id(finding)] = (finding, _build_fix(report, finding))
    return cache[id(finding)][1]


def _build_fix(report: Report, finding: Finding) -> Fix | str | None:
    rule = RULES.get(finding.rule)
    if rule is None or rule.fix is None:
        return None
    try:
        fix = rule.fix(report.repair_context, finding)
        return _guarded(report, fix) if fix else None
    except Exception as defect:  # noqa: BLE001 - whatever it is, it is reported
        return report_defect(Part.FIX, f"the fix of {finding.rule}", defect)


def _guarded(report: Report, fix: Fix) -> Fix | None:
    """Return the fix with an ordered patch; None if it does not fit the document or changes nothing."""
    known = report.repair_context.guarded
    if id(fix) not in known:  # findings of one message may share a fix
        known[id(fix)] = (fix, _check_fix(report.repair_context, fix))
    return known[id(fix)][1]


def _check_fix(context: RepairContext, fix: Fix) -> Fix | None:
    payload = context.conversation.payload
    patch = without_moves(payload, fix.patch)
    if not fits(payload, patch) or all(_changes_nothing(payload, operation) for operation in patch):
        return None
    fix = replace(fix, patch=in_order(patch))
    lost = words_lost_by(context.conversation, fix) if fix.safe else []
    if not lost:
        return fix
    return replace(fix, safe=False, reason=f"{fix.reason} It would lose: {_named(lost, context)}.")


def _named(lost: list[str], context: RepairContext) -> str:
    """Return some of the lost words. Those of a credential are not repeated."""
    payload = context.conversation.payload
    credentials = context.once("credentials", lambda: [text.casefold() for text in credentials_in(payload)])
    shown = [word for word in lost if not any(word in credential for credential in credentials)]
    named = [*shown[:_MAX_NAMED], *(["the credential"] if len(shown) < len(lost) else [])]
    return ", ".join(named) + (" …" if len(shown) > _MAX_NAMED else "")


def _changes_nothing(document: Json, operation: Any) -> bool:
    if operation["op"] == "remove" or operation["path"].endswith("/-"):
        return False
    try:
        return operation["op"] == "replace" and compact(resolve(document, operation["path"])) == compact(
            operation["value"]
        )
    except PointerError:
        return False
