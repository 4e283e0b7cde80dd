"""Check the names of formats and targets, and suggest a similar name for an unknown one."""

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
