"""A rule's documentation, as its source has it, with the words of everyone who enforces it."""

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
        if who := targets_with(rule, severity):
            yield Text.assemble(f"  {severity}: ", (", ".join(who), style))
    words = providers_words(rule)
    if words:
        yield Text("\nIn their words:", "bold")
    for quote, who in words.items():
        yield Text(f"  {', '.join(who)} ({quote.seen}): {quote.text}")


class Quote(NamedTuple):
    text: str
    seen: str


def providers_words(rule: Rule) -> dict[Quote, list[str]]:
    """Text, and when it was last seen → the targets that say so."""
    words: dict[Quote, list[str]] = {}
    for target in TARGETS.values():
        for key, quote in target.words.items():
            if key.partition(":")[0] == rule.name:
                words.setdefault(Quote(quote.text, quote.seen), []).append(target.name)
        if (of_family := _of_family(rule, target)) is not None:
            words.setdefault(of_family, []).append(target.name)
    return words


def _of_family(rule: Rule, target: Target) -> Quote | None:
    """What a target says in the words that it shares with servers of its kind, if it has none of its own."""
    family = target.request.family
    if not rule.says or family is None or not target.rules.get(rule.name) or rule.name in target.words:
        return None
    template = family.template(rule.says)
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
            {"targets": who, "text": quote.text, "seen": quote.seen} for quote, who in providers_words(rule).items()
        ],
    }
