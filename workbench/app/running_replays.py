"""The running replays, and what happens to their answers."""

from __future__ import annotations

import streamlit as st

from workbench.app.replay_thread import Running
from workbench.app.saved_state import draw_in_table
from workbench.app.session import Session
from workbench.replays import ReplayRecord
from workbench.view.exchanges import record_key
from workbench.view.replays import answer_of, refusal_note, sent_up_to

_RUNNING = "workbench-running"
_OPENED = "workbench-opened-exchange"


def running() -> list[Running]:
    return [one for together in _started() for one in together]


def _started() -> list[list[Running]]:
    """Return the running replays. Replays that were sent together are one list."""
    started: list[list[Running]] = st.session_state.get(_RUNNING, [])
    return started


def start(session: Session, together: list[Running]) -> None:
    st.session_state[_RUNNING] = [*_started(), together]
    session.scroll += 1


def collect_answers(session: Session) -> bool:
    """Store the answers of finished replays, and return whether there were any.

    Replays that were sent together are stored together and in order.
    """
    ended = [together for together in _started() if all(one.done for one in together)]
    if not ended:
        return False
    st.session_state[_RUNNING] = [together for together in _started() if together not in ended]
    for together in ended:
        for one in together:
            _keep(session, one)
    return True


def _keep(session: Session, ended: Running) -> None:
    """Add the record to its conversation, the answer to the table, and a refusal to its message."""
    name, record = ended.name, ended.record
    here = name == session.name
    if record is None:
        session.failure = ended.failure if here else session.failure
        return
    session.failure = "" if here else session.failure
    if all(record_key(other) != record_key(record) for other in session.replays.get(name, ())):
        session.replays.setdefault(name, []).insert(0, record)
    if here:
        open_exchange(record_key(record))
        session.scroll += 1
    if ended.in_table:
        _note(session, ended, record)


def _note(session: Session, ended: Running, record: ReplayRecord) -> None:
    name, count = ended.name, len(ended.conversation.messages)
    draw_in_table(session, name, record, count)
    if name == session.name:
        refusal = refusal_note(record)
        answered = sent_up_to(record, count) if answer_of(record) else session.selected
        session.selected = refusal[0] if refusal else answered


def records_of(session: Session) -> list[ReplayRecord]:
    """Return the replays of this conversation and its repaired versions, the newest first."""
    names = {":".join(source) for source in (*session.past, session.source, *session.undone)}
    kept = [record for name in names for record in session.replays.get(name, ())]
    return sorted(kept, key=lambda record: record.started, reverse=True)


def open_exchange(key: str) -> None:
    st.session_state[_OPENED] = key


def opened_key() -> str:
    return str(st.session_state.get(_OPENED, ""))
