"""Restore the stored state of the open conversation into the session, and save changes.

Everybody with the key of a conversation sees its state. The state of a sample is only for the user of this computer,
because sample names are public.
"""

from __future__ import annotations

from workbench.app.session import Session, opened_at
from workbench.app.store import STORE, Opened, Source, title_of
from workbench.app.visitor import is_owner
from workbench.conversation import Conversation, KeptReplay
from workbench.loading.capsule import CAPSULE
from workbench.replays import ReplayRecord
from workbench.replays.record import NotARecordError, record_from_json
from workbench.view.exchanges import record_key
from workbench.view.recent import stored_verdict
from workbench.view.replays import answer_of, notes_after, sent_up_to
from workbench.view.versions import BEFORE, BOTH
from workbench.view.window import View


def restore_state(session: Session, opened: Opened) -> None:
    """Restore the note, the undone versions and the replays of all versions, once for each conversation.

    The changes of an applied repair are shown again.
    """
    if not session.is_restored and may_store(session.source):
        session.is_restored = True
        if session.past and session.wanted == BEFORE:
            session.shows_applied, session.wanted = True, BOTH
        state = STORE.cases.state(session.source)
        session.note = state.note or _note_inside(opened.conversation)
        if state.left_at == session.source and not session.undone:
            session.undone = [source for source in state.undone if opened_at(source)]
    for source in (*session.past, session.source, *session.undone):
        name = ":".join(source)
        if name not in session.restored_replays and may_store(source):
            session.restored_replays.add(name)
            _restore_replays(session, source)


def _restore_replays(session: Session, source: Source) -> None:
    """Restore replays from the capsule, then those that were made here."""
    name = ":".join(source)
    known = {record_key(record) for record in session.replays.get(name, ())}
    for kept in (*_replays_inside(source), *STORE.cases.replays(source)):
        try:
            record = record_from_json(kept.record)
        except (NotARecordError, KeyError, TypeError, AttributeError):  # saved by another version of the workbench
            continue
        if record_key(record) not in known:
            known.add(record_key(record))
            session.replays.setdefault(name, []).insert(0, record)
            if kept.in_table:
                draw_in_table(session, name, record, kept.messages)


def draw_in_table(session: Session, name: str, record: ReplayRecord, messages: int) -> None:
    """Show the answer in the row of its message, and a refusal or difference as a note."""
    session.in_table.setdefault(name, set()).add(record_key(record))
    session.notes[name] = notes_after(session.notes.get(name, {}), record, messages)
    answer = answer_of(record)
    if answer is not None:
        session.live.setdefault(name, {})[sent_up_to(record, messages)] = answer


def _replays_inside(source: Source) -> tuple[KeptReplay, ...]:
    """Return the replays in a capsule. They belong to the first version; repaired versions contain copies."""
    opened = opened_at(source)
    return opened.conversation.replays[::-1] if opened and not opened.past else ()


def _note_inside(conversation: Conversation) -> str:
    return next((note.text for note in conversation.notes if note.kind == CAPSULE), "")


def may_store(source: Source) -> bool:
    return source[0] == "c" or is_owner()


def save_state(session: Session, view: View) -> None:
    """Save the open version, its target and its verdict whenever one of them changes."""
    left = (session.source, tuple(session.undone), view.report.target.name, session.format)
    if left != session.left:
        session.left = left
        STORE.cases.save_state(session.source, session.undone, view.report.target.name, stored_verdict(view.report))


def write_note(session: Session, note: str) -> None:
    session.note = note
    opened = session.opened()
    if opened and may_store(session.source):
        STORE.cases.keep_note(session.source, note, title_of(session.source, opened.conversation))
