"""Every fixer. Its module is imported here and thereby registered."""

from __future__ import annotations

from workbench.check import Report
from workbench.findings import Finding, Fix
from workbench.fixes import (
    beside,
    characters,
    content,
    ids,
    images,
    moving,
    outputs,
    placeholders,
    rethreading,
    roles,
    splitting,
    tools,
    versions,
)
from workbench.fixes.contract import FIXERS, LAST_RESORT, Patient

MODULES = (
    rethreading,
    moving,
    placeholders,
    ids,
    tools,
    content,
    images,
    outputs,
    beside,
    versions,
    splitting,
    roles,
    characters,
)


def fix_for(report: Report, finding: Finding) -> Fix | None:
    """How to mend a finding, if it can be mended."""
    fixer = FIXERS.get(finding.rule)
    return fixer(Patient(report), finding) if fixer else None


__all__ = ["FIXERS", "LAST_RESORT", "MODULES", "fix_for"]
