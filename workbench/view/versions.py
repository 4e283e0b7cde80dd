"""The open conversation and its other version: before or after a repair that is proposed or was applied."""

from __future__ import annotations

from dataclasses import dataclass

from workbench.view.comparison import Compared, comparable
from workbench.view.proposals import Proposal
from workbench.view.protocol import Head, Headline, Promise, VersionChoice
from workbench.view.window import Look, View

BEFORE, BOTH, AFTER = "before", "both", "after"
_TITLES = {BEFORE: "Before", BOTH: "Before and after", AFTER: "After"}
_PREFIXES = {BEFORE: "Before the repair", AFTER: "After the repair"}


@dataclass(frozen=True, slots=True)
class Versions:
    own: View
    """The open version."""
    other: View | None = None
    own_is: str = BEFORE
    compared: Compared | None = None
    wanted: str = BEFORE
    promise: Promise | None = None
    fixes: int = 0
    """How many fixes are ticked."""

    @property
    def proposed(self) -> int:
        """How many fixes are shown but not applied yet."""
        return 0 if self.shown == BEFORE else self.fixes

    @property
    def choices(self) -> list[str]:
        """The versions to choose from. Both can only be shown together if every column has its counterpart."""
        if self.other is None:
            return []
        return [BEFORE, BOTH, AFTER] if self.compared else [BEFORE, AFTER]

    @property
    def shown(self) -> str:
        return self.wanted if self.wanted in self.choices else self.own_is

    @property
    def looked_at(self) -> View | Compared:
        if self.shown == BOTH and self.compared is not None:
            return self.compared
        return self.own if self.shown == self.own_is or self.other is None else self.other

    @property
    def is_other(self) -> bool:
        """Whether only the version that is not open is shown."""
        return self.looked_at is self.other

    def choice(self) -> VersionChoice:
        return {"choices": [[name, _TITLES[name]] for name in self.choices], "shown": self.shown}

    def head(self, look: Look, recognised: str = "") -> Head:
        """Return the verdict and findings of the shown version. Fixes are only offered for the open version."""
        if not self.is_other or self.other is None:
            head = self.own.head(look, recognised)
            return {**head, "verdict": {**head["verdict"], "promise": self.promise}}
        head = self.other.head(look, recognised)
        verdict: Headline = {**head["verdict"], "text": f"{_PREFIXES[self.shown]}: {head['verdict']['text']}"}
        return {**head, "verdict": verdict, "causes": [{**row, "fix": None} for row in head["causes"]]}

    def index_in(self, shown: str, index: int | None) -> int | None:
        """Return the index of the same message in another version: rows are numbered by the shown version."""
        shows_other = shown not in (BOTH, self.own_is)
        if index is None or self.compared is None or shows_other == self.is_other:
            return index
        return self.compared.counterpart(index, from_own=shows_other)


def proposed(proposal: Proposal, wanted: str) -> Versions:
    if proposal.after is proposal.before:
        return Versions(proposal.before)
    return Versions(
        proposal.before, proposal.after, BEFORE, proposal.compared, wanted, proposal.promise, len(proposal.chosen)
    )


def applied(before: View, after: View, wanted: str) -> Versions:
    """Return the versions after a repair was applied, so its changes stay visible."""
    if before not in after.cache:
        after.cache[before] = Compared(before, after, after) if comparable(before, after) else None
    return Versions(after, before, AFTER, after.cache[before], wanted)
