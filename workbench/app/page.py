"""The script that Streamlit runs for every visitor."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from workbench.app.conversation_page import workspace
from workbench.app.repairing import repair_section
from workbench.app.replaying import replay_section
from workbench.app.session import session
from workbench.app.start_page import first_screen

_HERE = Path(__file__).parent
SECTIONS = {"repair": repair_section, "replay": replay_section}


def page() -> None:
    st.set_page_config("Conversation workbench", str(_HERE / "icon.svg"), layout="wide")
    st.html(_HERE / "style.css")
    session().follow_link()
    mine = session()
    if mine.source[0] and mine.opened() is None:
        mine.close()
        session().message = (
            "That conversation is not here any more: the workbench keeps them in memory only. Open it again."
        )
    if not session().source[0]:
        first_screen()
        return
    workspace()
    section = SECTIONS.get(session().section)
    if section:
        with st.container(key="section"):
            section()


page()
