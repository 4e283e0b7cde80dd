"""The catalogue of rules: found by any word, each with its examples side by side and the difference marked."""

from __future__ import annotations

import json
from difflib import SequenceMatcher
from itertools import pairwise
from textwrap import dedent
from typing import NamedTuple

from workbench.json.text import parse_or_none
from workbench.outputs.rule_page import providers_words
from workbench.outputs.rule_table import rules_in_order
from workbench.rules import Example, Rule
from workbench.rules.plain_words import PLAIN


class Compared(NamedTuple):
    """A bad example and a good one, line by line; a line that the other lacks is marked."""

    bad: Example
    good: Example
    bad_lines: list[tuple[bool, str]]
    good_lines: list[tuple[bool, str]]


def rules_matching(words: str) -> list[Rule]:
    """Rules that hold every word: in their name, code, text, plain words, or in what a provider says."""
    wanted = words.casefold().split()
    return [rule for rule in rules_in_order() if all(word in _text(rule) for word in wanted)] if wanted else []


def rules_by_family() -> dict[str, list[Rule]]:
    families: dict[str, list[Rule]] = {}
    for rule in rules_in_order():
        families.setdefault(rule.family, []).append(rule)
    return families


def compared_examples(rule: Rule) -> list[Compared]:
    """Each bad example with the good one that follows it."""
    examples = rule.examples
    return [_compared(bad, good) for bad, good in pairwise(examples) if (bad.kind, good.kind) == ("Bad", "Good")]


def _text(rule: Rule) -> str:
    said = " ".join(words.text for words in providers_words(rule))
    return f"{rule.code} {rule.name} {rule.prose} {PLAIN.get(rule.name, '')} {said}".casefold()


def _compared(bad: Example, good: Example) -> Compared:
    left, right = _lines(bad), _lines(good)
    same = SequenceMatcher(None, left, right, autojunk=False).get_matching_blocks()
    kept_left = {at for block in same for at in range(block.a, block.a + block.size)}
    kept_right = {at for block in same for at in range(block.b, block.b + block.size)}
    return Compared(
        bad,
        good,
        [(at not in kept_left, line) for at, line in enumerate(left)],
        [(at not in kept_right, line) for at, line in enumerate(right)],
    )


def _lines(example: Example) -> list[str]:
    """Laid out alike, so that only what says something else differs; what is no JSON stays as it is."""
    value = parse_or_none(example.source)
    if not isinstance(value, (dict, list)):
        return dedent(example.source).strip().splitlines()
    return json.dumps(value, indent=2, ensure_ascii=False).splitlines()
