"""Recent cases, below the box of the first screen. They are shown to the user of this computer only (`visitor`)."""

from __future__ import annotations

from datetime import datetime

import streamlit as st

from workbench.app.component import recent_list
from workbench.app.session import session
from workbench.app.store import STORE
from workbench.app.visitor import is_owner
from workbench.view.recent import recent_rows

_KEY = "recent"
_MOST = 200
_FAILED = "workbench-not-deleted"


def recent_cases() -> None:
    if not is_owner():
        return
    rows = recent_rows(STORE.kept.recent(_MOST), datetime.now().astimezone())
    if reason := st.session_state.pop(_FAILED, "") or STORE.kept.problem:
        st.warning(reason)
    if rows:
        place = f"Kept in {STORE.kept.place} until you delete them. Keys are never kept."
        recent_list({"part": "recent", "rows": rows, "place": place}, _KEY, _open, _delete)


def _open() -> None:
    name = st.session_state[_KEY].get("open")
    case = next((case for case in STORE.kept.recent(_MOST) if case.name == name), None)
    if case is not None:
        session().open(*case.left_at, target=case.target)


def _delete() -> None:
    asked = st.session_state[_KEY].get("delete")
    if not isinstance(asked, dict):
        return
    reason = STORE.delete_all() if asked.get("all") else STORE.delete(str(asked.get("case")))
    session().forget_replays()
    if reason:
        st.session_state[_FAILED] = reason
