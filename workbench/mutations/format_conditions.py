"""Conditions on the format, or on its own target, under which a mutation can be applied."""

from __future__ import annotations

from collections.abc import Callable

from workbench.formats.contract import Format
from workbench.targets import TARGETS

FormatCondition = Callable[[Format], bool]


def any_format(form: Format) -> bool:
    return True


def has_separate_results(form: Format) -> bool:
    """Whether a call can exist without its result."""
    return form.complete is None


def has_results_inside_calls(form: Format) -> bool:
    """Whether a result is part of its call, so that neither can be removed alone."""
    return form.complete is not None


def pairs_by_id(form: Format) -> bool:
    """Whether calls and results are matched by id only."""
    return has_separate_results(form) and not form.traits.ids_are_optional


def order_matters(form: Format) -> bool:
    """Whether the position of a result matters."""
    return has_separate_results(form) and not form.traits.messages_are_items


def own_target_enforces(*rules: str) -> FormatCondition:
    """Whether the format's own target enforces one of these rules, as an error or a warning."""

    def condition(form: Format) -> bool:
        severities = {TARGETS[form.own_target].rules.get(rule) for rule in rules}
        return not severities.isdisjoint({"error", "warning"})

    return condition


def both(first: FormatCondition, second: FormatCondition) -> FormatCondition:
    return lambda form: first(form) and second(form)
