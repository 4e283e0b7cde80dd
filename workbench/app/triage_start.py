"""The start of a batch: the files and folders to check, alone or together with those of the batch before."""

from __future__ import annotations

from typing import NoReturn

import streamlit as st

from workbench.app.batches import BATCHES, Batch
from workbench.app.visitor import is_owner
from workbench.outputs.verdict_sentence import counted
from workbench.triage.documents import BatchFile, batch_files
from workbench.view.as_markdown import as_markdown
from workbench.view.typed_path import typed_path

ADD_TO = "add"
"""The address parameter with the batch that more files are added to."""


def begin_part() -> None:
    """Ask for files and begin a batch of them, or of them and the files of the batch in the address."""
    st.title("What is wrong with these chats?", anchor=False)
    st.markdown(
        "Drop files (JSON, JSONL, Parquet, logs, ZIP archives) or a folder. Each conversation becomes a row, the worst "
        "first. Nothing leaves this computer."
    )
    if st.query_params.get("batch"):
        st.warning("This batch is no longer in memory. Add the files again.")
    earlier = BATCHES.get(st.query_params.get(ADD_TO, ""))
    if earlier is not None:
        files_before = counted(len(earlier.sources), "file")
        st.info(f"The new files are checked together with the {files_before} of the batch before.")
        with st.container(horizontal=True):
            if st.button("Back to that batch", key="back-to-batch"):
                _show_batch(earlier)
            if st.button("Check only the new files", key="new-batch"):
                st.query_params.clear()
                st.rerun()
    files = st.file_uploader("Files or archives", accept_multiple_files=True, key="triage-files", max_upload_size=1000)
    folder = st.file_uploader(
        "A folder of up to a few hundred files",
        accept_multiple_files="directory",
        key="triage-folder",
        max_upload_size=1000,
    )
    chosen = [BatchFile(file.name, file.getvalue()) for file in (*(files or ()), *(folder or ()))]
    if chosen and st.button(f"Check {len(chosen):,} file{'s' if len(chosen) > 1 else ''}", type="primary", key="judge"):
        _show_batch(_begun(chosen, earlier))
    if is_owner():
        _path_part(earlier)


def _path_part(earlier: Batch | None) -> None:
    """Ask for a path. The time that an uploader needs for a folder grows with the square of its number of files."""
    with st.form("triage-path-form", border=False), st.container(horizontal=True, vertical_alignment="bottom"):
        text = st.text_input(
            "Or the path of a folder or file on this computer, for any number of files",
            key="triage-path",
            placeholder="for example ~/Downloads/support-export",
        )
        clicked = st.form_submit_button("Check this path", key="judge-path")
    if not clicked:
        return
    path = typed_path(text)
    if path is None:
        st.error(as_markdown(f"There is no file or folder at “{text.strip()}”." if text.strip() else "Enter a path."))
        return
    with st.spinner("Looking for files …"):
        begun = _begun(batch_files([path], below=True), earlier, str(path))
    _show_batch(begun)


def _begun(files: list[BatchFile], earlier: Batch | None, *paths: str) -> Batch:
    return BATCHES.begin(files, paths=paths) if earlier is None else BATCHES.begin_with(earlier, files, paths)


def _show_batch(batch: Batch) -> NoReturn:
    st.query_params.from_dict({"batch": batch.key})
    st.rerun()
