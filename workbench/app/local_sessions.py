"""The sessions on this computer, in the folders where programs store them. Searched only on request."""

from __future__ import annotations

import os
from pathlib import Path

import streamlit as st

from workbench.app.batches import BATCHES
from workbench.app.navigation import TRIAGE, go_to
from workbench.app.visitor import is_owner
from workbench.triage.documents import BatchFile

_NOTHING = "No sessions found in the folders of Claude Code, Codex and other programs."


def local_sessions() -> None:
    """Draw a button for the user who runs the workbench. It opens all sessions in Triage."""
    if not is_owner():
        return
    clicked = st.button("Check the sessions on this computer", key="own-sessions", type="tertiary")
    if not clicked:
        return
    with st.spinner("Looking for sessions …"):
        found = _found(Path.home())
    if found:
        go_to(TRIAGE, {"batch": BATCHES.begin(found, in_order=True).key})
    st.info(_NOTHING)


def _found(home: Path) -> list[BatchFile]:
    from workbench.doctor.session_files import (
        session_files,
    )  # imports all sources, which the first screen does not need

    return [BatchFile(_below(home, file), file) for file in session_files([], home, os.environ)]


def _below(home: Path, file: Path) -> str:
    return f"~/{file.relative_to(home).as_posix()}" if file.is_relative_to(home) else str(file)
