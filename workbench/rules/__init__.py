"""Every rule. A rule's module is imported here and thereby registered."""

from __future__ import annotations

from workbench.rules import (
    a2a,
    arguments,
    content,
    files,
    id_rewrites,
    ids,
    item_ids,
    losses,
    names,
    pairing,
    parts,
    placing,
    results,
    roles,
    thinking,
    versions,
)
from workbench.rules.contract import FAMILIES, RULES, Example, Rule, Violation

MODULES = (
    pairing,
    placing,
    results,
    names,
    arguments,
    ids,
    item_ids,
    id_rewrites,
    roles,
    losses,
    content,
    parts,
    files,
    versions,
    a2a,
    thinking,
)


def rule_named(name_or_code: str) -> Rule | None:
    """By name (`tool-result-orphan`) or by code (`TC101`)."""
    wanted = name_or_code.strip()
    return RULES.get(wanted.lower()) or next((rule for rule in RULES.values() if rule.code == wanted.upper()), None)


__all__ = ["FAMILIES", "MODULES", "RULES", "Example", "Rule", "Violation", "rule_named"]
