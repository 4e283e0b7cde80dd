"""The workbench: the first screen, or the conversation that is open with what can be done with it."""

from __future__ import annotations

import streamlit as st

from workbench.app.conversation_page import workspace
from workbench.app.navigation import TRIAGE, WORKBENCH, go_to, remember_address
from workbench.app.sections import SECTIONS
from workbench.app.session import session
from workbench.app.start_page import first_screen
from workbench.app.store import STORE


def page() -> None:
    if st.query_params.get("batch"):  # how a batch is begun from the command line
        go_to(TRIAGE, st.query_params.to_dict())
    session().follow_link()
    mine = session()
    if mine.source[0] and mine.opened() is None:
        mine.close()
        session().message = _gone()
    remember_address(WORKBENCH)
    if not session().source[0]:
        first_screen()
        return
    workspace()
    if trouble := STORE.kept.problem:
        st.text(trouble)
    section = SECTIONS.get(session().section)
    if section:
        with st.container(key="section"):
            section.draw()


def _gone() -> str:
    if STORE.kept.is_off or STORE.kept.problem:
        return "That conversation is not here any more: it was kept in memory only. Open it again."
    return "That conversation is not here any more: it was deleted or never saved. Open it again."
