"""The commands of the page that open or change something, one function each.

A function returns whether the sections outside the component must be drawn again. Commands that only move around in the
table are answered by `view/page_request.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import streamlit as st

from workbench.app.linked_conversations import starter_of
from workbench.app.navigation import go_to
from workbench.app.progress import checked_view
from workbench.app.repairing import apply_repair, undo_repair
from workbench.app.sections import APPLY, REPAIR, SECTIONS, UNDO
from workbench.app.session import Session, current_session
from workbench.app.store import Opened
from workbench.app.versions import choose_fixes, show
from workbench.converters import PROGRAMS
from workbench.formats import FORMATS
from workbench.json.text import Json
from workbench.targets import TARGETS
from workbench.view.proposals import propose
from workbench.view.repairs import fix_key
from workbench.view.versions import AFTER, BEFORE, BOTH

_VERSIONS = (BEFORE, BOTH, AFTER)


def execute(session: Session, opened: Opened, command: dict[str, Json]) -> None:
    """Execute a command. An unknown command or value changes nothing."""
    name, value = command.get("name"), command.get("value")
    function = _COMMANDS.get(name) if isinstance(name, str) and not isinstance(value, (dict, list)) else None
    if function and function(session, opened, value):
        st.rerun()


def _home(session: Session, opened: Opened, value: Json) -> bool:
    session.close()
    return True


def _page(session: Session, opened: Opened, value: Json) -> bool:
    if isinstance(value, str):
        go_to(value)
    return False


def _section(session: Session, opened: Opened, value: Json, *, name: str) -> bool:
    """Open a section, or close it if it is open. The table shows the repair while its section is open."""
    if session.section == name:
        session.section = ""
        if name == REPAIR and not session.shows_applied:
            show(session, checked_view(session, opened), BEFORE)
        return True
    if name == REPAIR and session.wanted == BEFORE:
        show(session, checked_view(session, opened), BOTH)
    session.scroll_to(name)
    return True


def _fix(session: Session, opened: Opened, value: Json) -> bool:
    """Tick only the fix of a finding, and show the repair."""
    fix = checked_view(session, opened).fix_of(value) if isinstance(value, int) else None
    if fix is None:
        return False
    choose_fixes(session, frozenset({fix_key(fix)}))
    session.scroll_to(REPAIR)
    return True


def _leave_out(session: Session, opened: Opened, value: Json) -> bool:
    if not isinstance(value, str):
        return False
    chosen = propose(checked_view(session, opened), session.choice).chosen
    choose_fixes(session, frozenset(row.key for row in chosen if row.key != value))
    return True


def _versions(session: Session, opened: Opened, value: Json) -> bool:
    if value not in _VERSIONS:
        return False
    show(session, checked_view(session, opened), value)
    return True


def _apply(session: Session, opened: Opened, value: Json) -> bool:
    apply_repair(session, checked_view(session, opened))
    return True


def _undo(session: Session, opened: Opened, value: Json) -> bool:
    undo_repair(session)
    return True


def _target(session: Session, opened: Opened, value: Json) -> bool:
    if value not in TARGETS:
        return False
    session.target = value
    return bool(session.section)


def _sent_by(session: Session, opened: Opened, value: Json) -> bool:
    if value not in PROGRAMS:
        return False
    session.sent_by = value
    return bool(session.section)


def _format(session: Session, opened: Opened, value: Json) -> bool:
    if value not in FORMATS:
        return False
    session.format = "" if value == opened.conversation.format else value
    return bool(session.section)


def _conversation(session: Session, opened: Opened, value: Json) -> bool:
    """Open another conversation of the same file."""
    if not isinstance(value, str) or all(value != key for key, _ in opened.group):
        return False
    session.open("c", value)
    return True


def _starter(session: Session, opened: Opened, value: Json) -> bool:
    """Open the conversation that started this one, at the message that did."""
    starter = starter_of(opened)
    if not starter:
        return False
    session.open("c", starter[0]["key"])
    current_session().selected = starter[1]
    return True


_COMMANDS: dict[str, Callable[[Session, Opened, Json], bool]] = {
    "home": _home,
    "page": _page,
    **{name: partial(_section, name=name) for name in SECTIONS},
    "fix": _fix,
    "leave-out": _leave_out,
    "versions": _versions,
    APPLY: _apply,
    UNDO: _undo,
    "target": _target,
    "as": _sent_by,
    "format": _format,
    "conversation": _conversation,
    "starter": _starter,
}
