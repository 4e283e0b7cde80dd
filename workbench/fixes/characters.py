"""Halves of characters: marked as what they are, because no request can carry them."""

from __future__ import annotations

from workbench.checks.findings import Finding, Fix
from workbench.fixes.contract import RepairContext, fixer
from workbench.json.patch import replace
from workbench.json.pointer import leaves, to_pointer
from workbench.json.text import without_halves


@fixer("lone-surrogate")
def mark_halves(context: RepairContext, finding: Finding) -> Fix | None:
    """Every other character stays; the half becomes U+FFFD, Unicode's own mark for what cannot be read."""
    patch = tuple(
        replace(finding.at + to_pointer(path), whole)
        for path, text in leaves(context.value(finding.at))
        if isinstance(text, str) and (whole := without_halves(text)) != text
    )
    why = "Half a character says nothing, and its other half is not in the file. All other characters stay."
    return Fix("Write a mark in place of the half character", patch, True, why, 0.9) if patch else None
