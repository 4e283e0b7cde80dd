"""The repair in the program's session file: which lines change, write, undo and download.

Only a file that was opened by its path is written, and only for the user who runs the workbench. The server knows the
path; it never comes from a browser.
"""

from __future__ import annotations

import streamlit as st

from workbench.app.opening import open_path
from workbench.app.session import Session, current_session, opened_at
from workbench.app.store import Opened
from workbench.app.visitor import is_owner
from workbench.doctor.previewed_repair import OpenedFile, WrittenFile, changes_in_folder, undo_writing, write_repair
from workbench.doctor.refusals import in_words
from workbench.files import replace_keeping_original
from workbench.outputs.visible import visible_lines
from workbench.sources.writing.changes import CannotBeWrittenError
from workbench.view.as_markdown import as_markdown
from workbench.view.proposals import Proposal
from workbench.view.session_file import RepairedFile, repaired_file, repaired_folder
from workbench.view.verdict import base_name

_OUTCOME = "own-file-outcome"
_TALL = 14


def session_file_part(session: Session, proposal: Proposal) -> bool:
    """Draw the actions for the file. Return True if a repair was written, so that the page applies it too."""
    first = opened_at(session.past[0]) if session.past else session.opened()
    if first is None or first.conversation.origin is None:
        return False
    _outcome()
    if first.written is not None:
        _undo_part(first)
        return False
    if not (proposal.chosen or session.past):
        return False
    own = _previewed(first, proposal)
    return own is not None and _preview_part(first, proposal, own)


def _previewed(first: Opened, proposal: Proposal) -> RepairedFile | None:
    """Return the file with the repair. It is computed once for each repair, because a session can be very large."""
    after = proposal.after
    if "own file" not in after.cache:
        after.cache["own file"] = _repaired_file(first, proposal)
    made: RepairedFile | None = after.cache["own file"]
    return made


def _repaired_file(first: Opened, proposal: Proposal) -> RepairedFile | None:
    after = proposal.after.report.conversation
    try:
        if isinstance(first.file, OpenedFile) and first.file.is_folder:
            return repaired_folder(changes_in_folder(first.file, first.conversation, after), first.file.path)
        content = first.file.content() if isinstance(first.file, OpenedFile) else first.file
    except (CannotBeWrittenError, OSError) as reason:
        return RepairedFile("", "", in_words(reason))
    return repaired_file(content, first.conversation, after)


def _preview_part(first: Opened, proposal: Proposal, own: RepairedFile) -> bool:
    origin = first.conversation.origin
    title = origin.title if origin else ""
    if own.obstacle:
        st.text(visible_lines(f"This repair cannot be written to the {title}: {own.obstacle}."))
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
                help=as_markdown(f"Saves {name} in the format of its program. All other lines stay unchanged."),
            )
    if wanted and isinstance(first.file, OpenedFile):
        return _write(first, first.file, proposal)
    return False


def _write_button(first: Opened, name: str) -> bool:
    """Draw the button for a file that was opened by its path, for the user who runs the workbench."""
    if not isinstance(first.file, OpenedFile) or not is_owner():
        return False
    kept = "each original next to its file" if first.file.is_folder else "the original next to it"
    hint = f"Writes {first.file.path} and keeps {kept}"
    return st.button(as_markdown(f"Write to {name}"), key="write-own", help=as_markdown(hint))


def _write(first: Opened, file: OpenedFile, proposal: Proposal) -> bool:
    with st.spinner("Writing …"):
        try:
            after = proposal.after.report.conversation
            first.written = write_repair(file, first.conversation, after, replace_keeping_original)
        except (CannotBeWrittenError, OSError) as reason:
            _set_outcome(f"Nothing was written: {in_words(reason)}.")
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
        if st.button(label, key="undo-own", help=as_markdown(f"Replaces the repaired file by {written.kept.name}")):
            _undo(first)
            st.rerun()
        if st.button(f"Open the repaired {'session' if written.file.is_folder else 'file'}", key="reopen-own"):
            _reopen(first)


def _where(written: WrittenFile) -> str:
    if len(written.originals) == 1:
        return f"The repair was written to {written.originals[0].file}. The original is saved as {written.kept.name}."
    many = f"The repair was written to {len(written.originals)} files in {written.file.path}."
    return f"{many} Each original is saved next to its file; the first one is {written.kept.name}."


def _undo(first: Opened) -> None:
    assert first.written is not None
    try:
        first.file = undo_writing(first.written)
    except (CannotBeWrittenError, OSError) as reason:
        _set_outcome(f"Nothing was undone: {in_words(reason)}.")
        return
    several = len(first.written.originals) > 1
    first.written = None
    _set_outcome("The original files were restored." if several else "The original file was restored.")


def _reopen(first: Opened) -> None:
    """Read the file again, which proves that its program can read the repair."""
    assert first.written is not None
    name = first.conversation.name
    file = first.written.file.path
    opened = open_path(file, name.partition("#")[0], lambda _, one: one.name == name, first.target)
    if opened is None:
        _set_outcome("The file can no longer be read.")
        st.rerun()
    current_session().open("c", opened.key)
    st.rerun()


def _set_outcome(text: str) -> None:
    st.session_state[_OUTCOME] = text


def _outcome() -> None:
    if text := st.session_state.pop(_OUTCOME, ""):
        st.info(as_markdown(text))
