"""Replay: send the conversation, alone or with its repaired version, and list all exchanges."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from workbench.app.error_boundary import error_boundary
from workbench.app.exchanges import exchange_list, proof_table
from workbench.app.opened_exchange import opened_exchange
from workbench.app.replay_form import Chosen, sending_form
from workbench.app.replay_thread import Running
from workbench.app.resending import edited_request
from workbench.app.running_replays import collect_answers, opened_key, records_of, running, start
from workbench.app.session import Session, current_session, opened_at
from workbench.conversation import Conversation
from workbench.outputs.visible import shortened, visible_lines
from workbench.repairs.repair import repair
from workbench.replays.record import AS_IT_WAS, REPAIRED, Variant
from workbench.view.exchanges import proof_of, record_key
from workbench.view.proposals import propose
from workbench.view.verdict import base_name
from workbench.view.window import View

_CHOSEN = "workbench-sending"
_SHOWN = 20_000
_LONGEST_NAME = 120


@error_boundary("the replay")
def replay_section() -> None:
    """Draw the section. The form stays while a replay runs, because Streamlit forgets fields that are not drawn."""
    with st.container(key="replaying"):
        st.subheader("Replay", anchor=False)
        _form()
        elsewhere = [one for one in running() if one.name != current_session().name]
        for one in elsewhere:
            # Plain text, because the name is external and a caption would be Markdown.
            name = visible_lines(shortened(base_name(one.conversation), _LONGEST_NAME))
            st.text(f"A replay of {name} is still running. You will find the answer there.")
        if running():
            _progress()
        if len(elsewhere) == len(running()):
            _exchanges()


@st.fragment
def _form() -> None:
    session = current_session()
    opened = session.opened()
    if opened is None:
        return
    view = session.view_of(opened)
    chosen = st.session_state[_CHOSEN] = sending_form(view, session.name)
    with st.container(key="replay-send", horizontal=True):
        send = st.button("Send", type="primary", key="send", disabled=bool(running()))
        again = "Send both again" if proof_of(records_of(session)) else "Send both: original and repaired"
        both = bool(view.fixable or session.past) and st.button(again, key="send-both", disabled=bool(running()))
    if (send or both) and chosen.reason:
        st.warning(chosen.reason)
    elif send:
        variant: Variant = REPAIRED if session.past else AS_IT_WAS
        start(session, [Running(session.name, view.report.conversation, chosen.how, variant)])
        st.rerun()
    elif both:
        _send_both(session, view, chosen)


def _send_both(session: Session, view: View, chosen: Chosen) -> None:
    """Send the original and the repaired version. If no repair was applied here, one is made for the receiver."""
    how = replace(chosen.how, options=replace(chosen.how.options, up_to=None))
    now = view.report.conversation
    before = _original(session)
    if before is not None:
        first = Running(":".join(session.past[0]), before, how)
        start(session, [first, Running(session.name, now, how, REPAIRED)])
        st.rerun()
    after = _repaired(session, view, how.target)
    if after is None:
        st.warning("There is nothing to compare: no fix is ticked, or there is no safe fix for this target.")
        return
    start(session, [Running(session.name, now, how), Running(session.name, after, how, REPAIRED, in_table=False)])
    st.rerun()


def _repaired(session: Session, view: View, target: str | None) -> Conversation | None:
    """Return the conversation with the ticked fixes or, for another target than the page's, with all safe fixes."""
    if target == view.report.target.name:
        proposal = propose(view, session.choice)
        return proposal.after.report.conversation if proposal.after is not proposal.before else None
    done = repair(view.report.conversation, target, mind_others=False)
    return done.conversation if done.applied else None


def _original(session: Session) -> Conversation | None:
    """Return the conversation before its first repair, if it is still available."""
    there = opened_at(session.past[0]) if session.past else None
    return there.conversation if there else None


@st.fragment(run_every=0.25)
def _progress() -> None:
    if not running():
        return
    if collect_answers(current_session()):
        st.rerun()
    if st.button("Stop", key="stop"):
        for one in running():
            one.stop.set()
    for one in running():
        waiting = f"No data for {one.silence} seconds …" if one.silence else "Waiting for the answer …"
        st.code(visible_lines(one.text[-_SHOWN:]) or waiting, language=None, wrap_lines=True)


@st.fragment
def _exchanges() -> None:
    session = current_session()
    records = records_of(session)
    proof_table(records)
    exchange_list(records)
    opened = next((record for record in records if record_key(record) == opened_key()), None)
    if opened is None:
        return
    with st.container(key="opened-exchange", border=True):
        opened_exchange(opened)
        chosen: Chosen = st.session_state[_CHOSEN]
        with st.expander("Edit and send again"):
            edited = edited_request(session.name, opened, chosen.how)
    if edited is not None:
        start(session, [edited])
        st.rerun()
