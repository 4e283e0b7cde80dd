"""In which formats a mutation makes sense: questions to the format and to its own provider."""

from __future__ import annotations

from collections.abc import Callable

from workbench.formats.contract import Format
from workbench.targets import TARGETS

Fits = Callable[[Format], bool]


def any_format(form: Format) -> bool:
    return True


def results_apart(form: Format) -> bool:
    """Whether a call can be without its result."""
    return form.complete is None


def results_inside_calls(form: Format) -> bool:
    """Whether a result is part of its call, so that neither can go without the other."""
    return form.complete is not None


def ids_pair(form: Format) -> bool:
    """Whether calls and results find each other by ids alone."""
    return results_apart(form) and not form.traits.ids_are_optional


def order_counts(form: Format) -> bool:
    """Whether it matters where a result is."""
    return results_apart(form) and not form.traits.messages_are_items


def home_names(*rules: str, milder: bool = True) -> Fits:
    """Whether the format's own provider enforces one of these rules; not only as a warning, unless `milder`."""

    def fits(form: Format) -> bool:
        severities = {TARGETS[form.own_target].rules.get(rule) for rule in rules}
        return "error" in severities or (milder and "warning" in severities)

    return fits


def both(one: Fits, other: Fits) -> Fits:
    return lambda form: one(form) and other(form)
