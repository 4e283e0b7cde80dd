"""A proposal: the conversation with the chosen fixes, checked, and the conversation without them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial

from workbench.checks.check import check
from workbench.outputs.visible import shortened
from workbench.repairs.guard import broken_promises
from workbench.view.comparison import Compared, comparable
from workbench.view.drawn_rows import Note
from workbench.view.protocol import Promise
from workbench.view.repairs import PlanRow, checklist, outcome, promise, repaired_and_followed
from workbench.view.verdict import LONGEST
from workbench.view.window import View

_MAX_PROPOSALS = 4
"""The number of cached proposals per conversation: a user who ticks and unticks a fix goes back and forth."""

Choice = frozenset[str] | None
"""The keys of the chosen fixes; None for all safe fixes."""


@dataclass(frozen=True)
class Proposal:
    before: View
    rows: list[PlanRow]
    """All fixes to choose from."""
    chosen: list[PlanRow]
    after: View
    following: tuple[str, ...] = ()
    """The titles of the fixes that only the chosen ones made possible."""

    @cached_property
    def compared(self) -> Compared | None:
        """The comparison of both; None if the fixes change nothing, or change the format and so the columns."""
        if self.after is self.before or not comparable(self.before, self.after):
            return None
        return Compared(self.before, self.after, self.before, self._notes())

    @property
    def outcome(self) -> str:
        """The answer that the target would give, and what the ticked fixes would break."""
        compared = self.compared
        if compared is None:
            return outcome(self.after.report, self.broken, following=self.following)
        number_now = partial(compared.counterpart, from_own=False)
        return outcome(self.after.report, self.broken, number_now, self.following)

    @property
    def promise(self) -> Promise | None:
        return promise(self.before.report, self.after.report, len(self.chosen) if self.after is not self.before else 0)

    @cached_property
    def broken(self) -> tuple[str, ...]:
        """What the ticked fixes would break, according to the guard of every repair. All safe fixes pass it."""
        if self.after is self.before or self.chosen == [row for row in self.rows if row.fix.safe]:
            return ()
        unsafe = not all(row.fix.safe for row in self.chosen)
        return tuple(broken_promises(self.before.report, self.after.report, unsafe))

    def _notes(self) -> dict[int, list[Note]]:
        """Map each message to notes on its fixes."""
        notes: dict[int, list[Note]] = {}
        for row in self.chosen:
            text = f"{row.fix.title}. {row.fix.reason}"
            notes.setdefault(row.message, []).append(
                {
                    "cause": -1,
                    "column": "internal",
                    "code": "",
                    "rule": "",
                    "severity": "fine",
                    "text": shortened(text, LONGEST),
                    "fix": row.key,
                }
            )
        return notes


def propose(view: View, choice: Choice = None) -> Proposal:
    """Return the proposal for a choice of fixes, cached because the page requests it with every click."""
    proposals: dict[Choice, Proposal] = view.cache.setdefault(Proposal, {})
    if choice not in proposals:
        if len(proposals) >= _MAX_PROPOSALS:
            proposals.pop(next(iter(proposals)))
        proposals[choice] = _build(view, choice, next(iter(proposals.values()), None))
    return proposals[choice]


def _build(view: View, choice: Choice, known: Proposal | None) -> Proposal:
    conversation, target = view.report.conversation, view.report.target.name
    rows = known.rows if known else checklist(conversation, target)
    chosen = [row for row in rows if (row.fix.safe if choice is None else row.key in choice)]
    after, following = repaired_and_followed(conversation, target, rows, chosen) if chosen else (conversation, ())
    same = after.payload == conversation.payload
    return Proposal(view, rows, chosen, view if same else View(check(after, target)), following)
