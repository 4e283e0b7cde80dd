"""Every fixer. Its module is imported here and thereby registered."""

from __future__ import annotations

from workbench.check import Report
from workbench.findings import Finding, Fix
from workbench.fixes import (
    characters,
    content,
    ids,
    moving,
    placeholders,
    roles,
    splitting,
    threading,
    tools,
    versions,
)
from workbench.fixes.contract import FIXERS, LAST_RESORT, Patient

MODULES = (threading, moving, placeholders, ids, tools, content, versions, splitting, roles, characters)


def fix_for(report: Report, finding: Finding) -> Fix | None:
    """How to mend a finding, if it can be mended."""
    fixer = FIXERS.get(finding.rule)
    return fixer(Patient(report), finding) if fixer else None


__all__ = ["FIXERS", "LAST_RESORT", "MODULES", "fix_for"]
