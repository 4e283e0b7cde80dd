"""Repair: the fixes as a checklist, what they change, apply and undo, and downloads of all versions."""

from __future__ import annotations

from functools import partial

import streamlit as st
from msgspec.structs import replace

from workbench.app.error_boundary import error_boundary
from workbench.app.session import Session, current_session, opened_at
from workbench.app.session_file import session_file_part
from workbench.app.store import STORE, Source
from workbench.app.versions import choose_fixes
from workbench.conversation import Conversation
from workbench.formats import FORMATS
from workbench.outputs.as_json import indented
from workbench.outputs.visible import visible_lines
from workbench.view.differences import difference
from workbench.view.picker import relabelled
from workbench.view.proposals import Proposal, propose
from workbench.view.repairs import MAX_SHOWN, REPAIRED, file_name, nothing_to_repair
from workbench.view.versions import BOTH
from workbench.view.window import View

_TALL = 14
_TICKED = "workbench-ticked"


@st.fragment
@error_boundary("the repair")
def repair_section() -> None:
    if st.session_state.pop(_TICKED, False):
        st.rerun()  # the table shows the ticked fixes, but is not part of this fragment
    session = current_session()
    opened = session.opened()
    if opened is None:
        return
    view = session.view_of(opened)
    st.subheader("Repair", anchor=False)
    proposal = propose(view, session.choice)
    _checklist(session, proposal)
    if proposal.chosen:
        st.text(visible_lines(proposal.outcome))
    _buttons(session, proposal)
    if proposal.chosen:
        diff_text = difference(view.report.conversation, proposal.after.report.conversation) or "Nothing changes."
        with st.expander("What changes in the JSON"):
            st.code(diff_text, language="diff", height=300 if diff_text.count("\n") > _TALL else "content")
    if session_file_part(session, proposal):
        apply_repair(session, view)
        st.rerun()
    _downloads(session, proposal)


def _checklist(session: Session, proposal: Proposal) -> None:
    if not proposal.rows:
        st.text(nothing_to_repair(proposal.before.report, repaired=bool(session.past)))
        return
    chosen = frozenset(row.key for row in proposal.chosen)
    conversation = proposal.before.report.conversation
    for number, row in enumerate(proposal.rows[:MAX_SHOWN]):
        with st.container(key=f"fix-{number}", horizontal=True, vertical_alignment="center", gap="small"):
            key = f"tick-{session.name}-{row.key}"
            st.session_state[key] = row.key in chosen
            # The label is Markdown, so it must not contain text of the conversation.
            label = f"Fix {number + 1}"
            st.checkbox(label, key=key, label_visibility="collapsed", on_change=partial(_tick, chosen, row.key))
            st.text(visible_lines(f"{row.label}\n{row.explanation(conversation)}"))
    rest = len(proposal.rows) - MAX_SHOWN
    if rest > 0:
        st.text(f"{rest:,} more. The safe ones are applied too, unless you tick or untick a fix.")


def _tick(chosen: frozenset[str], key: str) -> None:
    choose_fixes(current_session(), chosen ^ {key})
    st.session_state[_TICKED] = True


def _buttons(session: Session, proposal: Proposal) -> None:
    with st.container(key="repair-buttons", horizontal=True):
        if st.button("Apply", type="primary", disabled=proposal.after is proposal.before, key="apply"):
            apply_repair(session, proposal.before)
            st.rerun()
        if st.button("Undo", disabled=not session.past, key="undo"):
            undo_repair(session)
            st.rerun()
        if st.button("Redo", disabled=not session.undone, key="redo"):
            _redo(session)


def apply_repair(session: Session, view: View) -> None:
    """Open the conversation with the ticked fixes. The changes stay visible."""
    proposal = propose(view, session.choice)
    if proposal.after is proposal.before:
        return
    after = proposal.after.report.conversation
    name = after.name if after.name.endswith(REPAIRED) else after.name + REPAIRED
    current = session.opened()
    opened = STORE.put([replace(after, name=name)], view.report.target.name, (*session.past, session.source))[0]
    if current is not None and len(current.group) > 1:  # keep the other conversations of the file selectable
        outcome, count = proposal.after.report.verdict.outcome, len(after.messages)
        opened.group = tuple(
            (opened.key, relabelled(label, outcome, count)) if key == current.key else (key, label)
            for key, label in current.group
        )
    session.undone.clear()
    if proposal.compared and session.wanted == BOTH and session.selected is not None:
        session.selected = proposal.compared.counterpart(session.selected, from_own=True)
    _open_version(session, ("c", opened.key), repaired=True)


def undo_repair(session: Session) -> None:
    """Open the conversation before the last repair."""
    if session.past:
        session.undone.append(session.source)
        _open_version(session, session.past[-1], repaired=False)


def _redo(session: Session) -> None:
    _open_version(session, session.undone.pop(), repaired=True)
    st.rerun()


def _open_version(session: Session, source: Source, repaired: bool) -> None:
    session.go_on(source)
    session.wanted, session.shows_applied = BOTH, repaired


def _downloads(session: Session, proposal: Proposal) -> None:
    """Draw a download button for every version, in the format of the file."""
    now = proposal.before.report.conversation
    after = proposal.after.report.conversation
    first = opened_at(session.past[0]) if session.past else None
    with st.container(key="take-away", horizontal=True):
        if first is not None:
            _download("Download the original", first.conversation, "download-original")
        _download("Download the repaired version" if session.past else "Download the original", now, "download-before")
        if proposal.after is not proposal.before:
            repaired = replace(after, name=f"{after.name.removesuffix(REPAIRED)}{REPAIRED}")
            _download("Download with the ticked fixes", repaired, "download-after")


def _download(label: str, conversation: Conversation, key: str) -> None:
    name = file_name(conversation, conversation.format)
    title = FORMATS[conversation.format].title
    st.download_button(
        f"{label} ({title})", indented(conversation.payload), name, "application/json", key=key, help=f"Saves {name}"
    )
