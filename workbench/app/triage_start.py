"""The start of a batch: the files and folders to check, alone or together with those of the batch before."""

from __future__ import annotations

from typing import NoReturn

import streamlit as st

from workbench.app.batches import BATCHES, Batch
from workbench.outputs.verdict_sentence import counted
from workbench.triage.documents import BatchFile

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
    folder = st.file_uploader("A folder", accept_multiple_files="directory", key="triage-folder", max_upload_size=1000)
    chosen = [BatchFile(file.name, file.getvalue()) for file in (*(files or ()), *(folder or ()))]
    if chosen and st.button(f"Check {len(chosen):,} file{'s' if len(chosen) > 1 else ''}", type="primary", key="judge"):
        _show_batch(BATCHES.begin(chosen) if earlier is None else BATCHES.begin_with(earlier, chosen))


def _show_batch(batch: Batch) -> NoReturn:
    st.query_params.from_dict({"batch": batch.key})
    st.rerun()
