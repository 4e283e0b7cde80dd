"""Every fixer. Its module is imported here and thereby registered."""

from __future__ import annotations

from workbench.checks.check import Report
from workbench.checks.findings import Finding, Fix
from workbench.fixes import (
    characters,
    content,
    ids,
    images,
    moving,
    outputs,
    placeholders,
    rethreading,
    roles,
    settings,
    splitting,
    tools,
    versions,
)
from workbench.fixes.contract import FIXERS, LAST_RESORT, RepairContext

MODULES = (
    rethreading,
    moving,
    placeholders,
    ids,
    tools,
    content,
    images,
    outputs,
    settings,
    versions,
    splitting,
    roles,
    characters,
)


def fix_for(report: Report, finding: Finding) -> Fix | None:
    """How to mend a finding, if it can be mended."""
    fixer = FIXERS.get(finding.rule)
    return fixer(RepairContext(report), finding) if fixer else None


__all__ = ["FIXERS", "LAST_RESORT", "MODULES", "fix_for"]
