"""Notes: what the user wants to remember of a case, kept with it and handed on with it."""

from __future__ import annotations

import streamlit as st

from workbench.app.error_boundary import contained
from workbench.app.saved_state import write_note
from workbench.app.session import Session, session
from workbench.app.store import STORE

_LONGEST = 20_000


@st.fragment
@contained("the notes")
def notes_section() -> None:
    mine = session()
    if mine.opened() is None:
        return
    st.subheader("Notes", anchor=False)
    note_field(mine)
    kept = "in memory only" if STORE.kept.is_off else "on this computer"
    st.caption(f"The note is kept {kept}, and the file that Share makes contains it.")


def note_field(mine: Session) -> str:
    """The note of the open case, wherever it is shown; what is typed is kept at once."""
    key = f"note-{mine.name}"
    if key not in st.session_state:
        st.session_state[key] = mine.note
    return st.text_area(
        "Note",
        key=key,
        height=90,
        max_chars=_LONGEST,
        placeholder="What should you, or the next person who opens it, know about this case?",
        on_change=lambda: write_note(session(), st.session_state[key]),
    )
