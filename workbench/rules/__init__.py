"""Every rule. A rule's module is imported here and thereby registered."""

from __future__ import annotations

from workbench.rules import (
    content,
    files,
    id_rewrites,
    ids,
    losses,
    pairing,
    placing,
    results,
    roles,
    thinking,
    tools,
    versions,
)
from workbench.rules.contract import FAMILIES, RULES, Example, Fault, Rule

MODULES = (pairing, placing, results, tools, ids, id_rewrites, roles, losses, content, files, versions, thinking)


def rule_named(name_or_code: str) -> Rule | None:
    """By name (`tool-result-orphan`) or by code (`TC101`)."""
    wanted = name_or_code.strip()
    return RULES.get(wanted.lower()) or next((rule for rule in RULES.values() if rule.code == wanted.upper()), None)


__all__ = ["FAMILIES", "MODULES", "RULES", "Example", "Fault", "Rule", "rule_named"]
