"""Case: one conversation of a batch as a row of the table, with everything known about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Fixable = Literal["yes", "partly", "no", ""]
"""Whether safe fixes alone make it acceptable; empty where nothing needs to be fixed or nothing was judged."""

WORST_FIRST = ("refused", "may-refuse", "not-judged", "accepted")
_RANK = {outcome: rank for rank, outcome in enumerate(WORST_FIRST)}


@dataclass(frozen=True, slots=True)
class Case:
    name: str
    document: str
    """The file, or the member of an archive, that it was found in."""
    number: int
    """Which conversation of that document, from 0."""
    outcome: str
    cause: str
    """What is wrong in plain words; why it could not be judged, where it was not."""
    source: str = ""
    """The program or export that it is from, else the name of its format."""
    format: str = ""
    target: str = ""
    target_title: str = ""
    when: str = ""
    messages: int = 0
    calls: int = 0
    rule: str = ""
    """The rule of the main cause; empty where there is none."""
    pattern: str = ""
    """What cases of the same cause have in common, where more is known than the rule."""
    fixable: Fixable = ""
    fixes: tuple[str, ...] = ()
    """What the safe fixes do, each once."""
    refused_by: tuple[str, ...] = ()
    """Who would refuse it: its own target, or all of them once they were asked."""
    first_bad: int | None = None
    size: int = 0
    tokens: int | None = None
    customer: str = ""
    customer_repaired: str = ""
    """What to tell the customer once the safe fixes were applied; empty where there are none."""
    engineer: str = ""

    @property
    def key(self) -> str:
        """Which conversation of the batch it is, for the address of the page."""
        return f"{self.number}:{self.document}"

    @property
    def rank(self) -> tuple[int, str, int]:
        """The worst first, then by name."""
        return _RANK[self.outcome], self.document, self.number

    @property
    def needs_attention(self) -> bool:
        return bool(self.rule) or self.outcome != "accepted"


def worst_first(cases: list[Case]) -> list[Case]:
    return sorted(cases, key=lambda case: case.rank)
