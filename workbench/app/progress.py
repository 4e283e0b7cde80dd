"""The progress of checking a long conversation, shown while its view is made."""

from __future__ import annotations

import streamlit as st

from workbench.app.session import Session
from workbench.app.store import Opened
from workbench.view.window import View

_WITH_PROGRESS = 2_000
"""From this many messages on, checking takes long enough for a progress bar."""


def checked_view(session: Session, opened: Opened) -> View:
    count = len(opened.conversation.messages)
    if count < _WITH_PROGRESS or session.has_view_of(opened):
        return session.view_of(opened)
    place = st.empty()

    def report_progress(what: str, done: int, of: int) -> None:
        place.progress(
            done / of, f"Checking {count * done // of:,} of {count:,} messages: {what.removeprefix('checking ')}"
        )

    report_progress("reading", 0, 1)
    view = session.view_of(opened, report_progress)
    place.empty()
    return view
