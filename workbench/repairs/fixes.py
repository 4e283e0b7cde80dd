"""The fix of a finding: its rule's own."""

from __future__ import annotations

from workbench.checks.findings import Finding, Fix
from workbench.checks.report import Report
from workbench.rules import RULES


def fix_for(report: Report, finding: Finding) -> Fix | None:
    """How to repair a finding, if it can be repaired."""
    fixer = RULES[finding.rule].fix
    return fixer(report.repair_context, finding) if fixer else None
