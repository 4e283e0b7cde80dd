"""The versions of the open conversation that the page can show: a proposed or an applied repair."""

from __future__ import annotations

from workbench.app.session import Session, opened_at
from workbench.view.proposals import propose
from workbench.view.versions import BEFORE, BOTH, Versions, applied, proposed
from workbench.view.window import View


def versions_of(session: Session, view: View) -> Versions:
    """Return the versions. For a long conversation, a repair is only computed on request."""
    if session.shows_applied and session.past and (before := opened_at(session.past[-1])):
        return applied(session.view_of(before), view, session.wanted)
    is_requested = session.section == "repair" or session.wanted != BEFORE
    if view.fixable and (view.small or is_requested):
        return proposed(propose(view, session.choice), session.wanted)
    return Versions(view)


def show(session: Session, view: View, wanted: str) -> None:
    """Show another version and keep the message selected."""
    versions = versions_of(session, view)
    session.selected = versions.index_in(wanted, session.selected)
    session.wanted = wanted


def choose_fixes(session: Session, keys: frozenset[str] | None) -> None:
    """Tick exactly these fixes, and show what they change."""
    session.choice, session.shows_applied = keys, False
    if session.wanted == BEFORE:
        session.wanted = BOTH
