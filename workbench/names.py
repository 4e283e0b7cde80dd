"""Names that a person gives: of a format, a target or a rule. One that nobody has is answered with the nearest."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class UnknownNameError(LookupError):
    """A name of a format, a target or a rule that does not exist. The message names the nearest, or all."""


def unknown(kind: str, word: str, names: Iterable[str]) -> UnknownNameError:
    known = list(names)
    near = nearest(word, known)
    advice = f"did you mean {near!r}?" if near else f"there are: {', '.join(known)}."
    return UnknownNameError(f"there is no {kind} {word!r}; {advice}")


def nearest(word: str, names: Iterable[str]) -> str | None:
    return next(iter(get_close_matches(word, list(names), 1, 0.75)), None)


def known_format(word: str) -> str:
    from workbench.formats import FORMATS

    if word not in FORMATS:
        raise unknown("format", word, FORMATS)
    return word


def known_rules(words: Iterable[str]) -> frozenset[str]:
    """Names, codes and families, in any case, also several joined by commas."""
    from workbench.rules import FAMILIES, rule_named

    chosen = set()
    given = [words] if isinstance(words, str) else words
    for word in (part.strip() for joined in given for part in joined.split(",")):
        rule = rule_named(word)
        if rule is None and word.upper() not in FAMILIES:
            raise unknown_rule(word)
        chosen.add(rule.name if rule else word.upper())
    return frozenset(chosen)


def unknown_rule(word: str) -> UnknownNameError:
    """There are too many rules to list them all in one sentence."""
    from workbench.rules import RULES

    near = nearest(word, [*RULES, *(rule.code for rule in RULES.values())])
    advice = f"did you mean {near!r}?" if near else "`workbench rules` lists them all."
    return UnknownNameError(f"there is no rule {word!r}; {advice}")
