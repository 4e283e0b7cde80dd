"""The repair in the program's own file: which of its lines change, writing it there, undoing that, or taking it away.

Only a file that was opened by its path is written to, and only for the workbench's own user: the path is known to the
server and never comes from a browser.
"""

from __future__ import annotations

import streamlit as st

from workbench.app.opening import open_path
from workbench.app.session import Session, opened_at, session
from workbench.app.store import Opened
from workbench.app.visitor import is_owner
from workbench.doctor.refusals import in_words
from workbench.doctor.shown_repair import OpenedFile, WrittenFile, changes_in_folder, undo_writing, write_repair
from workbench.files import replace_keeping_original
from workbench.outputs.visible import visible_lines
from workbench.sources.writing.changes import CannotBeWrittenError
from workbench.view.own_file import OwnFile, own_file, own_folder
from workbench.view.proposals import Proposal
from workbench.view.verdict import base_name

_OUTCOME = "own-file-outcome"
_TALL = 14


def in_own_file(mine: Session, proposal: Proposal) -> bool:
    """Draw what can be done with the file. True if a repair is to be written, which is applied to the page too."""
    first = opened_at(mine.past[0]) if mine.past else mine.opened()
    if first is None or first.conversation.origin is None:
        return False
    _outcome()
    if first.written is not None:
        _undo_part(first)
        return False
    if not (proposal.chosen or mine.past):
        return False
    own = _previewed(first, proposal)
    return own is not None and _preview_part(first, proposal, own)


def _previewed(first: Opened, proposal: Proposal) -> OwnFile | None:
    """The file with the repair. It is worked out once for each repair: a session can be very large."""
    after = proposal.after
    if "own file" not in after.kept:
        after.kept["own file"] = _made(first, proposal)
    made: OwnFile | None = after.kept["own file"]
    return made


def _made(first: Opened, proposal: Proposal) -> OwnFile | None:
    after = proposal.after.report.conversation
    try:
        if isinstance(first.file, OpenedFile) and first.file.is_folder:
            return own_folder(changes_in_folder(first.file, first.conversation, after), first.file.path)
        content = first.file.content() if isinstance(first.file, OpenedFile) else first.file
    except (CannotBeWrittenError, OSError) as reason:
        return OwnFile("", "", in_words(reason))
    return own_file(content, first.conversation, after)


def _preview_part(first: Opened, proposal: Proposal, own: OwnFile) -> bool:
    origin = first.conversation.origin
    title = origin.title if origin else ""
    if own.obstacle:
        st.text(visible_lines(f"This repair cannot be written into the {title}: {own.obstacle}."))
        return False
    is_folder = isinstance(first.file, OpenedFile) and first.file.is_folder
    with st.expander("What changes in the files" if is_folder else "What changes in the file"):
        tall = own.difference.count("\n") > _TALL
        st.code(
            own.difference or "Nothing changes.", language="diff", wrap_lines=True, height=300 if tall else "content"
        )
    name = base_name(first.conversation).partition("#")[0]
    with st.container(key="own-file", horizontal=True, vertical_alignment="center"):
        wanted = _write_button(first, name)
        if own.text:
            st.download_button(
                f"Download the repaired {title}",
                own.text,
                name,
                key="download-own",
                help=f"Saves {name} as its program reads it: every other line is unchanged",
            )
    if wanted and isinstance(first.file, OpenedFile):
        return _write(first, first.file, proposal)
    return False


def _write_button(first: Opened, name: str) -> bool:
    """Offered for a file that was opened by its path, to the user who runs the workbench."""
    if not isinstance(first.file, OpenedFile) or not is_owner():
        return False
    kept = "each original next to its file" if first.file.is_folder else "the original next to it"
    hint = f"Writes {first.file.path} and keeps {kept}"
    return st.button(f"Write to {name}", key="write-own", help=visible_lines(hint))


def _write(first: Opened, file: OpenedFile, proposal: Proposal) -> bool:
    with st.spinner("Writing …"):
        try:
            after = proposal.after.report.conversation
            first.written = write_repair(file, first.conversation, after, replace_keeping_original)
        except (CannotBeWrittenError, OSError) as reason:
            _tell(f"Nothing was written: {in_words(reason)}.")
    if first.written is None:
        st.rerun()
    return True


def _undo_part(first: Opened) -> None:
    written = first.written
    assert written is not None
    st.text(visible_lines(_where(written)))
    if not is_owner():
        return
    with st.container(key="own-file", horizontal=True):
        several = len(written.originals) > 1
        label = "Restore the original files" if several else "Restore the original file"
        if st.button(label, key="undo-own", help=visible_lines(f"Puts {written.kept.name} back")):
            _undo(first)
            st.rerun()
        if st.button(f"Open the repaired {'session' if written.file.is_folder else 'file'}", key="reopen-own"):
            _reopen(first)


def _where(written: WrittenFile) -> str:
    if len(written.originals) == 1:
        return f"The repair is in {written.originals[0].file}. The original is kept as {written.kept.name}."
    many = f"The repair is in {len(written.originals)} files of {written.file.path}."
    return f"{many} Each original is kept next to its file; the first one is {written.kept.name}."


def _undo(first: Opened) -> None:
    assert first.written is not None
    try:
        first.file = undo_writing(first.written)
    except (CannotBeWrittenError, OSError) as reason:
        _tell(f"Nothing was undone: {in_words(reason)}.")
        return
    several = len(first.written.originals) > 1
    first.written = None
    _tell("The original files are restored." if several else "The original file is restored.")


def _reopen(first: Opened) -> None:
    """Read the file again: the proof that its program finds the repair in it."""
    assert first.written is not None
    name = first.conversation.name
    file = first.written.file.path
    opened = open_path(file, name.partition("#")[0], lambda _, one: one.name == name, first.target)
    if opened is None:
        _tell("The file cannot be read any more.")
        st.rerun()
    session().open("c", opened.key)
    st.rerun()


def _tell(words: str) -> None:
    st.session_state[_OUTCOME] = words


def _outcome() -> None:
    if words := st.session_state.pop(_OUTCOME, ""):
        st.info(visible_lines(words))
