"""Notes about a case, which are stored and shared with it."""

from __future__ import annotations

import streamlit as st

from workbench.app.error_boundary import error_boundary
from workbench.app.saved_state import write_note
from workbench.app.session import Session, current_session
from workbench.app.store import STORE

_LONGEST = 20_000


@st.fragment
@error_boundary("the notes")
def notes_section() -> None:
    session = current_session()
    if session.opened() is None:
        return
    st.subheader("Notes", anchor=False)
    note_field(session)
    place = "in memory only" if STORE.cases.is_off else "on this computer"
    st.caption(f"The note is stored {place} and is included in files that you create with Share.")


def note_field(session: Session) -> str:
    """Draw the note of the open case. Changes are saved immediately."""
    key = f"note-{session.name}"
    if key not in st.session_state:
        st.session_state[key] = session.note
    return st.text_area(
        "Note",
        key=key,
        height=90,
        max_chars=_LONGEST,
        placeholder="What should you or the next person know about this case?",
        on_change=lambda: write_note(current_session(), st.session_state[key]),
    )
