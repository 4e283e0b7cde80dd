"""What the store has of the open conversation, brought back into the session; and what the session leaves there.

Everybody with the key of a conversation sees what was done with it. What was done with a sample is for the user of this
computer only, since everybody knows its name.
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


def recall(mine: Session, opened: Opened) -> None:
    """Once for each conversation: its note, the versions to redo, and the earlier replays of all its versions.

    What a repair changed is drawn again, as it was when the repair was applied.
    """
    if not mine.is_recalled and may_keep(mine.source):
        mine.is_recalled = True
        if mine.past and mine.wanted == BEFORE:
            mine.shows_applied, mine.wanted = True, BOTH
        state = STORE.kept.state(mine.source)
        mine.note = state.note or _note_inside(opened.conversation)
        if state.left_at == mine.source and not mine.undone:
            mine.undone = [source for source in state.undone if opened_at(source)]
    for source in (*mine.past, mine.source, *mine.undone):
        name = ":".join(source)
        if name not in mine.recalled and may_keep(source):
            mine.recalled.add(name)
            _recall_replays(mine, source)


def _recall_replays(mine: Session, source: Source) -> None:
    """Those that came with the conversation in a capsule, then those that were made here."""
    name = ":".join(source)
    known = {record_key(record) for record in mine.replays.get(name, ())}
    for kept in (*_replays_inside(source), *STORE.kept.replays(source)):
        try:
            record = record_from_json(kept.record)
        except (NotARecordError, KeyError, TypeError, AttributeError):  # of another version of the workbench
            continue
        if record_key(record) not in known:
            known.add(record_key(record))
            mine.replays.setdefault(name, []).insert(0, record)
            if kept.in_table:
                draw_in_table(mine, name, record, kept.messages)


def draw_in_table(mine: Session, name: str, record: ReplayRecord, messages: int) -> None:
    """The answer in the row after which it came, and the refusal or the difference as a note at its message."""
    mine.in_table.setdefault(name, set()).add(record_key(record))
    mine.notes[name] = notes_after(mine.notes.get(name, {}), record, messages)
    answer = answer_of(record)
    if answer is not None:
        mine.live.setdefault(name, {})[sent_up_to(record, messages)] = answer


def _replays_inside(source: Source) -> tuple[KeptReplay, ...]:
    """A repaired version says the same of itself as the first one, to which they belong."""
    opened = opened_at(source)
    return opened.conversation.replays[::-1] if opened and not opened.past else ()


def _note_inside(conversation: Conversation) -> str:
    """The note that came with a capsule."""
    return next((note.text for note in conversation.notes if note.kind == CAPSULE), "")


def may_keep(source: Source) -> bool:
    return source[0] == "c" or is_owner()


def leave(mine: Session, view: View) -> None:
    """The store learns which version is looked at, for whom, and with which verdict, whenever one of them changes."""
    left = (mine.source, tuple(mine.undone), view.report.target.name, mine.format)
    if left != mine.left:
        mine.left = left
        STORE.kept.save_state(mine.source, mine.undone, view.report.target.name, stored_verdict(view.report))


def write_note(mine: Session, note: str) -> None:
    mine.note = note
    opened = mine.opened()
    if opened and may_keep(mine.source):
        STORE.kept.keep_note(mine.source, note, title_of(mine.source, opened.conversation))
