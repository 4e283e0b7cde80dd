"""Share: one file to send, with a preview of what leaves this computer."""

from __future__ import annotations

import streamlit as st

from workbench.app.error_boundary import error_boundary
from workbench.app.notes import note_field
from workbench.app.running_replays import records_of
from workbench.app.session import Session, current_session
from workbench.capsules.capsule import Capsule, capsule_of, shrinking_text, what_leaves
from workbench.capsules.page import page_of
from workbench.conversation import KeptReplay
from workbench.outputs.as_json import indented
from workbench.outputs.visible import shortened, visible_lines
from workbench.redaction.redact import KINDS
from workbench.view.exchanges import record_key
from workbench.view.repairs import file_name
from workbench.view.window import View

_MADE = "shared-capsule"
_TITLES = {"texts": "Texts", "names": "Names", "emails": "E-mail addresses", "numbers": "Numbers"}
_LONGEST = 20_000


@st.fragment
@error_boundary("sharing")
def share_section() -> None:
    session = current_session()
    opened = session.opened()
    if opened is None:
        return
    view = session.view_of(opened)
    st.subheader("Share", anchor=False)
    st.caption(
        "One HTML file that anybody can read in a browser, and that the workbench can open again. "
        "API keys, tokens, cookies and passwords are always replaced."
    )
    with st.container(key="share-options", horizontal=True, vertical_alignment="bottom"):
        smallest = st.checkbox("Only the messages that the first finding needs", key="share-shrink")
        kinds = st.pills(
            "Also replace", KINDS, selection_mode="multi", format_func=_TITLES.__getitem__, key="share-kinds"
        )
    note = note_field(session)
    with st.spinner("Creating the file …"):
        capsule = _capsule(session, view, smallest, tuple(kinds), note)
    leaving = [f"• {sentence}" for sentence in what_leaves(capsule)]
    st.text(visible_lines("\n".join(("What you share with this file:", *leaving))))
    name = file_name(capsule.conversation, capsule.conversation.format).removesuffix(".json")
    st.download_button("Download", page_of(capsule), f"{name}.html", "text/html", key="share-download", type="primary")
    with st.expander("The conversation in the file"):
        st.code(visible_lines(shortened(indented(capsule.conversation.payload), _LONGEST)), language="json", height=300)


def _capsule(session: Session, view: View, smallest: bool, kinds: tuple[str, ...], note: str) -> Capsule:
    """Return the capsule. It is created once for each choice, because shrinking and redacting can take a moment."""
    conversation, target = view.report.conversation, view.report.target.name
    records, count = records_of(session), len(conversation.messages)
    choice = (session.name, session.format, target, smallest, kinds, note, len(records))
    if (made := st.session_state.get(_MADE)) is None or made[0] != choice:
        in_table = session.in_table.get(session.name, ())
        replays = [KeptReplay(record.as_json(), count, record_key(record) in in_table) for record in records]
        shown = st.empty()

        def report_progress(left: int, checks: int) -> None:
            shown.text(shrinking_text(left, len(conversation.messages), checks))

        capsule = capsule_of(
            conversation, target, kinds=kinds, smallest=smallest, replays=replays, note=note, progress=report_progress
        )
        shown.empty()
        made = st.session_state[_MADE] = (choice, capsule)
    kept: Capsule = made[1]
    return kept
