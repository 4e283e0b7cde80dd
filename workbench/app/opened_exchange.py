"""The details of one exchange: the answer, request and response, the timing, and the request as code."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.outputs.as_json import indented
from workbench.outputs.visible import visible_lines
from workbench.replays import Exchange, ReplayRecord
from workbench.replays.export import EXPORTS, NotExportableError, export
from workbench.view.exchanges import exchange_row, record_key
from workbench.view.opened_exchange import headers_text, request_text, response_text, stream_text, timeline
from workbench.view.replays import differences_from_recording, record_file_name, turns

_TITLES = {"curl": "curl", "python": "Python", "typescript": "TypeScript", "pytest": "pytest"}
_TABS = ["Headers", "Request", "Response", "Timing", "Copy as code"]
_TALL, _MANY_LINES = 420, 18


def opened_exchange(record: ReplayRecord) -> None:
    row = exchange_row(record)
    st.text(f"{row.sent}, {row.model}, {row.origin}")
    _answer(record)
    exchange = _chosen(record)
    headers, request, response, timing, code = st.tabs(_TABS, default="Response")
    if exchange is None:
        for tab in (headers, request, response):
            tab.text("Nothing was sent.")
    else:
        _code(headers, headers_text(exchange))
        _code(request, request_text(exchange))
        _code(response, response_text(exchange))
        if (streamed := stream_text(record)) and response.toggle("Show the stream events", key=f"streamed-{row.key}"):
            _code(response, streamed)
    _code(timing, "\n".join(f"{at:>9}  {what}" for at, what in timeline(record)))
    with code:
        _as_code(record)
    st.download_button(
        "Download this exchange",
        lambda: indented(record.as_json()),
        record_file_name(record),
        "application/json",
        key=f"download-{row.key}",
        on_click="ignore",
    )


def _chosen(record: ReplayRecord) -> Exchange | None:
    """Return the only request, or the one that the user selects: a run with recorded tools has several."""
    count = len(record.exchanges)
    if count > 1:
        number = st.number_input(f"Request, of {count}", 1, count, count, key=f"which-{record_key(record)}", width=160)
        return record.exchanges[int(number) - 1]
    return record.exchanges[0] if record.exchanges else None


def _answer(record: ReplayRecord) -> None:
    """Draw the answer or the error, and how the answer differs from the recording."""
    here = st.container()
    if record.error is not None:
        _code(here, str(record.error))
    if record.located is not None:
        _code(here, record.located.sentence)
    answer_turns = turns(record)
    for turn in answer_turns:
        _code(here, turn)
    if record.unrecorded:
        st.info("The recording has no result for the last call, so the replay stopped there.")
    if record.error is None and not answer_turns:
        st.caption("The answer is empty: it has neither text nor calls.")
    if differences := differences_from_recording(record):
        _code(here, "\n".join(differences), "diff")


def _as_code(record: ReplayRecord) -> None:
    kind = st.segmented_control(
        "Language", list(EXPORTS), format_func=_title, default="curl", key="export-as", required=True
    )
    try:
        _code(st.container(), export(record, kind or "curl"))
    except NotExportableError:
        st.text("Nothing was sent, so there is no code to copy.")


def _title(kind: str) -> str:
    return _TITLES[kind]


def _code(place: DeltaGenerator, text: str, language: str | None = None) -> None:
    """Draw external text with a copy button.

    Without syntax colours, which Streamlit makes too pale on grey. A long text scrolls inside a box that includes the
    button, so that the keyboard can reach it.
    """
    if text.count("\n") > _MANY_LINES:
        place = place.container(height=_TALL, border=False)
    place.code(visible_lines(text), language=language, wrap_lines=True)
