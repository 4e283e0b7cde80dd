"""What a repair tries: which of the steps of a plan together, and in which order."""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import NamedTuple

from workbench.repairs.plan import Step
from workbench.targets import ERROR

PATIENCE = 4
"""How many rounds may uncover hidden faults before fewer faults must remain."""
_MAX_ALONE = 16
"""How many fixes of a rule are tried one by one if all of them together do not help."""


class Choice(NamedTuple):
    """Steps to try together."""

    steps: list[Step]
    max_rounds: int
    is_whole: bool = False
    """Whether these are all steps. Only then are fixes for the own provider tried too: useless ones would hide what
    some of the steps can do."""
    is_rest: bool = False
    """Whether these are all steps except those of useless rules."""


def choices(steps: list[Step], useless: Set[str]) -> Iterator[Choice]:
    """Yield the steps of all rules but the useless ones; all steps, the steps of each rule, parts of these (so useless
    steps block few others), and single steps against errors."""
    rest = [step for step in steps if step.finding.rule not in useless]
    if 0 < len(rest) < len(steps):
        yield Choice(rest, 2, is_rest=True)
    yield Choice(steps, PATIENCE, is_whole=True)
    by_rule: dict[str, list[Step]] = {}
    for step in steps:
        by_rule.setdefault(step.finding.rule, []).append(step)
    if len(by_rule) > 1:
        yield from (Choice(several, 2) for several in by_rule.values())
    for several in by_rule.values():
        yield from (Choice(part, 1) for part in _parts(several))
    for several in by_rule.values():
        alone = several[:_MAX_ALONE] if len(several) > 1 else []
        yield from (Choice([step], 1) for step in alone if step.finding.severity == ERROR)


def _parts(steps: list[Step]) -> Iterator[list[Step]]:
    """Yield the halves, quarters and eighths of a list of steps."""
    for parts in (2, 4, 8):
        size = -(-len(steps) // parts)
        if size > 1:
            yield from (steps[start : start + size] for start in range(0, len(steps), size))
