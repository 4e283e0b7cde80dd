"""Write the rules as a table for the terminal, for programs, and for the README, which a test compares with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from workbench.json.text import Json
from workbench.rules import RULES, Rule
from workbench.targets import TARGETS
from workbench.targets.severities import Severity

_MIN_GROUP = 3
"""A format with fewer targets than this has them named one by one."""


def severities(rule: Rule) -> dict[str, Severity]:
    """Return the severity for each target that enforces the rule."""
    by_target = {name: target.rules.get(rule.name, rule.default) for name, target in TARGETS.items()}
    return {name: severity for name, severity in by_target.items() if severity}


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
        summary = rule.summary.replace("|", "\\|")
        yield f"| {rule.code} | `{rule.name}` | {summary} | {_targets(rule, 'error')} | {_targets(rule, 'warning')} |"


def _targets(rule: Rule, severity: Severity) -> str:
    """List the targets that enforce a rule with this severity, grouped by format where most of a format do."""
    names = targets_with(rule, severity)
    if len(names) == len(TARGETS):
        return "every target"
    return "; ".join(_format_group(format_name, group) for format_name, group in _by_format(names).items())


def _by_format(names: Iterable[str]) -> dict[str, list[str]]:
    groups: dict[str, list[str]] = {}
    for name in names:
        groups.setdefault(TARGETS[name].formats[0], []).append(name)
    return groups


def _format_group(format_name: str, names: list[str]) -> str:
    all_names = _by_format(TARGETS)[format_name]
    exceptions = [name for name in all_names if name not in names]
    if len(all_names) < _MIN_GROUP or len(exceptions) >= len(names):
        return ", ".join(names)
    return f"all *{format_name}*" + (f" except {', '.join(exceptions)}" if exceptions else "")


def targets_with(rule: Rule, severity: Severity) -> list[str]:
    return [name for name, enforced in severities(rule).items() if enforced == severity]
