"""A rule's documentation, as its source has it, with the words of everyone who enforces it."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import dedent

from rich.text import Text

from workbench.json.text import Json
from workbench.outputs.rule_table import severities, targets_with
from workbench.outputs.text import STYLES
from workbench.rules import Rule
from workbench.targets import TARGETS


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
    for text, who in words.items():
        yield Text(f"  {', '.join(who)}: {text}")


def providers_words(rule: Rule) -> dict[str, list[str]]:
    """Text → the targets that say so."""
    words: dict[str, list[str]] = {}
    for target in TARGETS.values():
        for key, said in target.words.items():
            if key.partition(":")[0] == rule.name:
                words.setdefault(said.text, []).append(target.name)
    return words


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
        "words": [{"targets": who, "text": text} for text, who in providers_words(rule).items()],
    }
