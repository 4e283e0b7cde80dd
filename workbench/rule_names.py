"""Check the names of rules that a user gives, and suggest a similar one for an unknown name."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.names import UnknownNameError, nearest
from workbench.rules import FAMILIES, RULES, rule_named


def known_rules(words: Iterable[str]) -> frozenset[str]:
    """Return the rules and families that the words name: by name, code or family, in any case, separated by commas."""
    names = set()
    lists = [words] if isinstance(words, str) else words
    for word in (part.strip() for joined in lists for part in joined.split(",")):
        rule = rule_named(word)
        if rule is None and word.upper() not in FAMILIES:
            raise unknown_rule(word)
        names.add(rule.name if rule else word.upper())
    return frozenset(names)


def unknown_rule(word: str) -> UnknownNameError:
    """Return the error for an unknown rule, without a list: there are too many rules for one sentence."""
    similar = nearest(word, [*RULES, *(rule.code for rule in RULES.values())])
    advice = f"did you mean {similar!r}?" if similar else "`workbench rules` lists them all."
    return UnknownNameError(f"there is no rule {word!r}; {advice}")
