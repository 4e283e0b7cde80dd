"""The workbench: the first screen, or the open conversation and its section."""

from __future__ import annotations

import streamlit as st

from workbench.app.conversation_page import workspace
from workbench.app.navigation import TRIAGE, WORKBENCH, go_to, remember_address
from workbench.app.sections import SECTIONS
from workbench.app.session import current_session
from workbench.app.start_page import first_screen
from workbench.app.store import STORE


def page() -> None:
    if st.query_params.get("batch"):  # the command line starts a batch like this
        go_to(TRIAGE, st.query_params.to_dict())
    current_session().follow_link()
    session = current_session()
    if session.source[0] and session.opened() is None:
        session.close()
        current_session().message = _unavailable()
    remember_address(WORKBENCH)
    if not current_session().source[0]:
        first_screen()
        return
    workspace()
    if trouble := STORE.cases.problem:
        st.text(trouble)
    section = SECTIONS.get(current_session().section)
    if section:
        with st.container(key="section"):
            section.draw()


def _unavailable() -> str:
    if STORE.cases.is_off or STORE.cases.problem:
        return "This conversation is no longer available, because it was only in memory. Open it again."
    return "This conversation is no longer available: it was deleted or never saved. Open it again."
