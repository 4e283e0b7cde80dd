"""Recent cases on the first screen. Only the user of this computer sees them (`visitor`)."""

from __future__ import annotations

from datetime import datetime

import streamlit as st

from workbench.app.component import recent_list
from workbench.app.session import current_session
from workbench.app.store import STORE
from workbench.app.visitor import is_owner
from workbench.view.recent import recent_rows

_KEY = "recent"
_MOST = 200
_FAILED = "workbench-not-deleted"


def recent_cases() -> None:
    if not is_owner():
        return
    rows = recent_rows(STORE.cases.recent(_MOST), datetime.now().astimezone())
    if reason := st.session_state.pop(_FAILED, "") or STORE.cases.problem:
        st.warning(reason)
    if rows:
        latest = f"These are the latest {_MOST}. " if len(rows) == _MOST else ""
        place = f"{latest}Stored in {STORE.cases.place} until you delete them. API keys are never stored."
        recent_list({"part": "recent", "rows": rows, "place": place}, _KEY, _open, _delete)


def _open() -> None:
    name = st.session_state[_KEY].get("open")
    case = next((case for case in STORE.cases.recent(_MOST) if case.name == name), None)
    if case is not None:
        current_session().open(*case.left_at, target=case.target)


def _delete() -> None:
    request = st.session_state[_KEY].get("delete")
    if not isinstance(request, dict):
        return
    reason = STORE.delete_all() if request.get("all") else STORE.delete(str(request.get("case")))
    current_session().forget_replays()
    if reason:
        st.session_state[_FAILED] = reason
