"""The versions of the open conversation that the page can show: a proposed or an applied repair."""

from __future__ import annotations

from workbench.app.session import Session, opened_at
from workbench.view.proposals import propose
from workbench.view.versions import BEFORE, BOTH, Versions, applied, proposed
from workbench.view.window import View


def versions_of(mine: Session, view: View) -> Versions:
    """Return the versions. For a long conversation, a repair is only computed on request."""
    if mine.shows_applied and mine.past and (before := opened_at(mine.past[-1])):
        return applied(mine.view_of(before), view, mine.wanted)
    is_requested = mine.section == "repair" or mine.wanted != BEFORE
    if view.fixable and (view.small or is_requested):
        return proposed(propose(view, mine.choice), mine.wanted)
    return Versions(view)


def show(mine: Session, view: View, wanted: str) -> None:
    """Show another version and keep the message selected."""
    versions = versions_of(mine, view)
    mine.selected = versions.index_in(wanted, mine.selected)
    mine.wanted = wanted


def choose_fixes(mine: Session, keys: frozenset[str] | None) -> None:
    """Tick exactly these fixes, and show what they change."""
    mine.choice, mine.shows_applied = keys, False
    if mine.wanted == BEFORE:
        mine.wanted = BOTH
