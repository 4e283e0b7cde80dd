"""The catalogue of rules: searchable by any word, with the examples of each rule compared side by side."""

from __future__ import annotations

import json
from difflib import SequenceMatcher
from itertools import pairwise
from textwrap import dedent
from typing import NamedTuple

from workbench.json.text import parse_or_none
from workbench.outputs.rule_page import error_messages
from workbench.outputs.rule_table import rules_in_order
from workbench.rules import Example, Rule
from workbench.rules.plain_words import PLAIN


class Compared(NamedTuple):
    """A bad and a good example, line by line. A line is marked if the other example does not have it."""

    bad: Example
    good: Example
    bad_lines: list[tuple[bool, str]]
    good_lines: list[tuple[bool, str]]


def rules_matching(query: str) -> list[Rule]:
    """Return the rules with every word of the query in their name, code, documentation or a provider's error."""
    wanted = query.casefold().split()
    return (
        [rule for rule in rules_in_order() if all(word in _searchable_text(rule) for word in wanted)] if wanted else []
    )


def rules_by_family() -> dict[str, list[Rule]]:
    families: dict[str, list[Rule]] = {}
    for rule in rules_in_order():
        families.setdefault(rule.family, []).append(rule)
    return families


def compared_examples(rule: Rule) -> list[Compared]:
    """Return each bad example with the good one that follows it."""
    examples = rule.examples
    return [_compared(bad, good) for bad, good in pairwise(examples) if (bad.kind, good.kind) == ("Bad", "Good")]


def _searchable_text(rule: Rule) -> str:
    quotes = " ".join(quote.text for quote in error_messages(rule))
    return f"{rule.code} {rule.name} {rule.prose} {PLAIN.get(rule.name, '')} {quotes}".casefold()


def _compared(bad: Example, good: Example) -> Compared:
    left, right = _lines(bad), _lines(good)
    matching_blocks = SequenceMatcher(None, left, right, autojunk=False).get_matching_blocks()
    same_left = {at for block in matching_blocks for at in range(block.a, block.a + block.size)}
    same_right = {at for block in matching_blocks for at in range(block.b, block.b + block.size)}
    return Compared(
        bad,
        good,
        [(at not in same_left, line) for at, line in enumerate(left)],
        [(at not in same_right, line) for at, line in enumerate(right)],
    )


def _lines(example: Example) -> list[str]:
    """Return the lines of an example. JSON is formatted uniformly, so that only differences in content count."""
    value = parse_or_none(example.source)
    if not isinstance(value, (dict, list)):
        return dedent(example.source).strip().splitlines()
    return json.dumps(value, indent=2, ensure_ascii=False).splitlines()
