"""The rules as a table: for the terminal, for programs, and for the README, which a test compares with this."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from workbench.json.text import Json
from workbench.rules import RULES, Rule
from workbench.targets import TARGETS
from workbench.targets.severities import Severity

_FEWEST_TOGETHER = 3
"""Fewer targets of one format are named one by one."""


def severities(rule: Rule) -> dict[str, str]:
    """Target → severity, for the targets that enforce the rule."""
    found = {name: target.rules.get(rule.name, rule.default) for name, target in TARGETS.items()}
    return {name: severity for name, severity in found.items() if severity}


def rules_in_order() -> list[Rule]:
    return sorted(RULES.values(), key=lambda rule: rule.code)


def rules_as_json() -> Json:
    return [
        {
            "code": rule.code,
            "name": rule.name,
            "family": rule.family,
            "summary": rule.summary,
            "severity": severities(rule),
        }
        for rule in rules_in_order()
    ]


def rules_as_markdown() -> Iterator[str]:
    yield "| code | rule | what | error for | warning for |"
    yield "|---|---|---|---|---|"
    for rule in rules_in_order():
        what = rule.summary.replace("|", "\\|")
        yield f"| {rule.code} | `{rule.name}` | {what} | {_who(rule, 'error')} | {_who(rule, 'warning')} |"


def _who(rule: Rule, severity: Severity) -> str:
    """The targets that enforce it so. Those of one format are named together where most of them do."""
    who = targets_with(rule, severity)
    if len(who) == len(TARGETS):
        return "every target"
    return "; ".join(_of_one_format(format_name, names, who) for format_name, names in _by_format(who).items())


def _by_format(names: Iterable[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name in names:
        found.setdefault(TARGETS[name].formats[0], []).append(name)
    return found


def _of_one_format(format_name: str, names: list[str], who: list[str]) -> str:
    everyone = _by_format(TARGETS)[format_name]
    others = [name for name in everyone if name not in who]
    if len(everyone) < _FEWEST_TOGETHER or len(others) >= len(names):
        return ", ".join(names)
    return f"all *{format_name}*" + (f" except {', '.join(others)}" if others else "")


def targets_with(rule: Rule, severity: Severity) -> list[str]:
    return [name for name, found in severities(rule).items() if found == severity]
