"""Which versions of the open conversation the page can show: a repair that is proposed, or one that was applied."""

from __future__ import annotations

from workbench.app.session import Session, opened_at
from workbench.view.proposals import propose
from workbench.view.versions import BEFORE, BOTH, Versions, applied, proposed
from workbench.view.window import View


def versions_of(mine: Session, view: View) -> Versions:
    """A repair of a long conversation is worked out when somebody asks for it."""
    if mine.shows_applied and mine.past and (before := opened_at(mine.past[-1])):
        return applied(mine.view_of(before), view, mine.wanted)
    asked = mine.section == "repair" or mine.wanted != BEFORE
    if view.fixable and (view.small or asked):
        return proposed(propose(view, mine.choice), mine.wanted)
    return Versions(view)


def show(mine: Session, view: View, wanted: str) -> None:
    """Look at another version; the message that is selected stays so."""
    versions = versions_of(mine, view)
    mine.selected = versions.index_in(wanted, mine.selected)
    mine.wanted = wanted


def choose_fixes(mine: Session, keys: frozenset[str] | None) -> None:
    """Tick exactly these, and show what they change."""
    mine.choice, mine.shows_applied = keys, False
    if mine.wanted == BEFORE:
        mine.wanted = BOTH
