"""Edit a message or a parameter of a sent request, and send it again."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from workbench.app.replay_thread import Running
from workbench.replays import ReplayRecord
from workbench.replays.record import EDITED
from workbench.replays.request import Options
from workbench.replays.sending import ReplaySettings
from workbench.view.exchanges import record_key
from workbench.view.resending import (
    Editable,
    NotJsonError,
    cannot_resend,
    editable,
    edited_body,
    edited_conversation,
    message_count,
)


def edited_request(name: str, record: ReplayRecord, how: ReplaySettings) -> Running | None:
    """Draw the editors. Return the replay when the user sends it. `name` identifies the conversation in the session."""
    if reason := cannot_resend(record, how.endpoint):
        st.text(reason)
        return None
    key, last = record_key(record), max(0, message_count(record) - 1)
    place = record.located.message_index if record.located else last
    start = place if 0 <= place <= last else last
    number = int(st.number_input("Message", 0, last, start, key=f"edit-which-{key}", width=160))
    texts = editable(record, number)
    message = st.text_area(
        f"Message {number} as sent. Leave this empty to omit the message.",
        texts.message,
        200,
        key=f"edit-message-{key}-{number}",
    )
    settings = st.text_area(
        "Outside the messages: model, tools, parameters", texts.settings, 160, key=f"edit-beside-{key}"
    )
    if not st.button("Send edited", key=f"send-edited-{key}"):
        return None
    try:
        body = edited_body(record, number, Editable(message, settings))
    except NotJsonError as fault:
        st.warning(str(fault))
        return None
    target = how.endpoint.target if how.endpoint else record.target
    sending = replace(how, target=target, options=Options(body=body), recorded_tools=False)
    return Running(name, edited_conversation(record, body), sending, EDITED, in_table=False)
