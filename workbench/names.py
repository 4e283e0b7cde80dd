"""Check the names of formats, targets and rules, and suggest a similar name for an unknown one."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class UnknownNameError(LookupError):
    """There is no format, target or rule of this name. The message suggests the most similar one, or lists them all."""


def unknown(kind: str, word: str, names: Iterable[str]) -> UnknownNameError:
    """Return the error for an unknown name; `kind` is the kind of thing that it names."""
    known = list(names)
    similar = nearest(word, known)
    advice = f"did you mean {similar!r}?" if similar else f"there are: {', '.join(known)}."
    return UnknownNameError(f"there is no {kind} {word!r}; {advice}")


def nearest(word: str, names: Iterable[str]) -> str | None:
    """Return the most similar name, or None if none is similar."""
    return next(iter(get_close_matches(word, list(names), 1, 0.75)), None)


def known_format(word: str) -> str:
    from workbench.formats import FORMATS

    if word not in FORMATS:
        raise unknown("format", word, FORMATS)
    return word


def known_rules(words: Iterable[str]) -> frozenset[str]:
    """Return the rules and families that the words name: by name, code or family, in any case, separated by commas."""
    from workbench.rules import FAMILIES, rule_named

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
    from workbench.rules import RULES

    similar = nearest(word, [*RULES, *(rule.code for rule in RULES.values())])
    advice = f"did you mean {similar!r}?" if similar else "`workbench rules` lists them all."
    return UnknownNameError(f"there is no rule {word!r}; {advice}")
