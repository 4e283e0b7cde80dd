"""The rules as a table: for the terminal, for programs, and for the README, which a test compares with this."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.json.text import Json
from workbench.rules import RULES, Rule
from workbench.targets import TARGETS
from workbench.targets.severities import Severity


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
    """Targets that enforce it so; where that is most of them, those that do not."""
    who = targets_with(rule, severity)
    others = [name for name in TARGETS if name not in who]
    if not others:
        return "every target"
    return f"all except {', '.join(others)}" if len(others) < len(who) else ", ".join(who)


def targets_with(rule: Rule, severity: Severity) -> list[str]:
    return [name for name, found in severities(rule).items() if found == severity]
