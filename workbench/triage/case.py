"""One conversation of a batch as a row of the table, with everything known about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from workbench.checks.verdict import Outcome

Fixable = Literal["yes", "partly", "no", ""]
"""Whether safe fixes alone make it acceptable; empty if there is nothing to fix or it was not judged."""

WORST_FIRST = (Outcome.REFUSED, Outcome.MAY_REFUSE, Outcome.NOT_JUDGED, Outcome.ACCEPTED)
_RANK = {outcome: rank for rank, outcome in enumerate(WORST_FIRST)}


@dataclass(frozen=True, slots=True)
class Case:
    name: str
    document: str
    """The file, or the member of an archive, that contains it."""
    number: int
    """The number of the conversation in that document, counted from 0."""
    outcome: Outcome
    cause: str
    """What is wrong in plain words, or why it could not be judged."""
    title: str = ""
    """What the conversation is about: its title, or the first words of the user."""
    source: str = ""
    """The program or export that it comes from, or the title of its format."""
    format: str = ""
    target: str = ""
    target_title: str = ""
    when: str = ""
    messages: int = 0
    calls: int = 0
    rule: str = ""
    """The rule of the main cause; empty if there is none."""
    pattern: str = ""
    """What cases with the same cause have in common, if more than the rule is known."""
    fixable: Fixable = ""
    fixes: tuple[str, ...] = ()
    """The titles of the safe fixes, without repetition."""
    refused_by: tuple[str, ...] = ()
    """The targets that would refuse it: its own, or all that do if every target was checked."""
    first_bad: int | None = None
    size: int = 0
    tokens: int | None = None
    customer: str = ""
    customer_repaired: str = ""
    """The paragraph for the customer after the safe fixes; empty if there are none."""
    engineer: str = ""

    @property
    def key(self) -> str:
        """Identifies the conversation in the page's address."""
        return f"{self.number}:{self.document}"

    @property
    def rank(self) -> tuple[int, str, int]:
        """The sort key: worst first, then by document."""
        return _RANK[self.outcome], self.document, self.number

    @property
    def needs_attention(self) -> bool:
        return bool(self.rule) or self.outcome is not Outcome.ACCEPTED


def worst_first(cases: list[Case]) -> list[Case]:
    return sorted(cases, key=lambda case: case.rank)
