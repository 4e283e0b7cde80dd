"""Convert: the conversation for another provider, and what the conversion loses, before anything is saved."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from workbench.app.error_boundary import error_boundary
from workbench.app.session import Session, current_session
from workbench.app.store import STORE
from workbench.converters import NoRouteError
from workbench.formats import FORMATS
from workbench.targets import TARGETS
from workbench.view.conversions import Conversion, Costs, conversion, costs, formats_to, is_quick, receivers_of

_COLOURS = {"error": "red", "warning": "orange", "fine": "green"}
_MARKS = {"error": "✖", "warning": "▲", "fine": "✓"}


@error_boundary("the conversion")
def convert_section() -> None:
    with st.container(key="converting"):
        st.subheader("Convert", anchor=False)
        _convert()


@st.fragment
def _convert() -> None:
    session = current_session()
    opened = session.opened()
    if opened is None:
        return
    conversation = session.view_of(opened).report.conversation
    offered = formats_to(conversation)
    with st.container(key="convert-to", horizontal=True, vertical_alignment="bottom"):
        to = st.selectbox("Convert to", offered, format_func=lambda name: FORMATS[name].title, key="convert-format")
        receivers = receivers_of(to)
        target = st.selectbox(
            "Receiver", receivers, format_func=lambda name: TARGETS[name].title, key=f"convert-target-{to}"
        )
    try:
        made: Conversion = _kept(
            "conversion", (session.name, conversation.format, to, target), lambda: conversion(conversation, to, target)
        )
    except NoRouteError as fault:
        st.text(str(fault))
        return
    _verdict(made)
    _downloads_part(session, made, target)
    if is_quick(conversation) or st.toggle(
        "Show what the conversion loses (this can take a while)", key="convert-costs"
    ):
        _costs(_kept("costs", (session.name, conversation.format, to), lambda: costs(conversation, to)))


def _kept(kind: str, wanted: tuple[str, ...], make: Callable[[], Any]) -> Any:
    """Return the last result if it is still valid, so that a click on something else does not compute it again."""
    key = f"workbench-{kind}"
    kept = st.session_state.get(key)
    if kept is None or kept[0] != wanted:
        with st.spinner("Converting …"):
            kept = st.session_state[key] = (wanted, make())
    return kept[1]


def _verdict(made: Conversion) -> None:
    """Draw the verdict. Text from the conversation is plain text; only the mark is Markdown."""
    severity = made.verdict["severity"]
    with st.container(key="convert-verdict", border=True):
        mark, text = st.columns((0.4, 20))
        mark.markdown(f":{_COLOURS[severity]}[{_MARKS[severity]}]")
        text.text(f"{made.verdict['text']}.")
        for line in (made.verdict["words"], *made.findings):
            if line:
                text.text(line)
        text.caption(f"Route: {made.route}")


def _downloads_part(session: Session, made: Conversion, target: str) -> None:
    with st.container(key="convert-take-away", horizontal=True):
        st.download_button(
            "Download converted file",
            made.text,
            made.file_name,
            "application/json",
            key="download-converted",
            type="primary",
            help=f"Saves {made.file_name}",
            on_click="ignore",
        )
        if st.button("Open converted conversation", key="open-converted"):
            session.open("c", STORE.put([made.converted], target)[0].key)
            st.rerun()


def _costs(found: Costs) -> None:
    with st.container(key="convert-costs-listed"):
        st.text(found.summary)
        for change in found.changes:
            st.markdown(f"**{change.title}**")
            more = ["… and more: `workbench convert --check --output json` lists all"] if change.more else []
            st.code("\n".join([*change.lines, *more]), language=None, wrap_lines=True)
