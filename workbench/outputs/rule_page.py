"""Show a rule's documentation with its severities and the error messages of the targets that enforce it."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import dedent
from typing import NamedTuple

from rich.text import Text

from workbench.json.text import Json
from workbench.outputs.rule_table import severities, targets_with
from workbench.outputs.text import STYLES
from workbench.rules import Rule
from workbench.targets import TARGETS, Target


def rule_page(rule: Rule) -> Iterator[Text]:
    yield Text.assemble((f"{rule.code} {rule.name}", "bold"), f"  ({rule.family})")
    yield Text("")
    yield Text(rule.prose)
    for example in rule.examples:
        yield Text.assemble("\n", (f"{example.kind} ({example.target}):", "bold"))
        yield Text(dedent(example.source).rstrip())
    yield Text("\nWho enforces it:", "bold")
    for severity, style in STYLES.items():
        if targets := targets_with(rule, severity):
            yield Text.assemble(f"  {severity}: ", (", ".join(targets), style))
    quotes = error_messages(rule)
    if quotes:
        yield Text("\nTheir error messages:", "bold")
    for quote, targets in quotes.items():
        yield Text(f"  {', '.join(targets)} ({quote.seen}): {quote.text}")


class Quote(NamedTuple):
    text: str
    seen: str
    """When the message was last seen."""


def error_messages(rule: Rule) -> dict[Quote, list[str]]:
    """Return the error messages for a rule, each with the names of the targets that use it."""
    quotes: dict[Quote, list[str]] = {}
    for target in TARGETS.values():
        for key, quote in target.words.items():
            if key.partition(":")[0] == rule.name:
                quotes.setdefault(Quote(quote.text, quote.seen), []).append(target.name)
        if (family_quote := _family_quote(rule, target)) is not None:
            quotes.setdefault(family_quote, []).append(target.name)
    return quotes


def _family_quote(rule: Rule, target: Target) -> Quote | None:
    """Return the message that the target shares with its family of servers, if it does not have its own."""
    family = target.request.family
    if not rule.schema_problem or family is None or not target.rules.get(rule.name) or rule.name in target.words:
        return None
    template = family.template(rule.schema_problem)
    return Quote(template.text, template.seen) if template else None


def rule_as_json(rule: Rule) -> Json:
    return {
        "code": rule.code,
        "name": rule.name,
        "family": rule.family,
        "documentation": rule.prose,
        "examples": [
            {"kind": example.kind, "target": example.target, "source": dedent(example.source).strip()}
            for example in rule.examples
        ],
        "severity": severities(rule),
        "words": [
            {"targets": targets, "text": quote.text, "seen": quote.seen}
            for quote, targets in error_messages(rule).items()
        ],
    }
