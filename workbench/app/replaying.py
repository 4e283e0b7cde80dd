"""Replay: where to, with what, the text as it comes, and how it ended."""

from __future__ import annotations

import streamlit as st

from workbench.app.border import contained
from workbench.app.models import models_of
from workbench.app.replay_thread import Running
from workbench.app.session import Session, session
from workbench.outputs.visible import shortened, visible_lines
from workbench.replays import PRESETS, Endpoint, ReplayRecord, endpoint_at
from workbench.replays.keys import own_key, own_key_variable
from workbench.replays.request import Options
from workbench.replays.sending import Sending
from workbench.view.replays import (
    answer_of,
    cannot_send,
    difference_in_words,
    notes_after,
    one_line,
    refusal_note,
    sent_as,
    sent_up_to,
    turns,
)
from workbench.view.verdict import base_name

_EMBEDDED = "embedded"
_RUNNING = "workbench-running"
_FAULTS = {
    "": "a normal answer",
    "slow:0.15": "a slow answer",
    "rate-limit": "a rate limit (429)",
    "server-error": "a server error (500)",
    "cut-stream": "a stream that is cut off",
    "error-in-stream": "an error inside the stream",
}
_SHOWN = 20_000
_LONGEST_NAME = 120


@contained("the replay")
def replay_section() -> None:
    """The form stays while a replay is under way: Streamlit forgets what was typed into a field that is not drawn."""
    with st.container(key="replaying"):
        st.subheader("Replay", anchor=False)
        _form()
        running: Running | None = st.session_state.get(_RUNNING)
        if running is not None and running.name != session().name:
            # Plain text: a name comes from outside, and a caption would draw it as Markdown.
            name = visible_lines(shortened(base_name(running.conversation), _LONGEST_NAME))
            st.text(f"A replay of {name} is still running. Its answer is kept there.")
        if running is not None:
            _under_way()
        if running is None or running.name != session().name:
            _past(session())


def collect_answer(mine: Session) -> None:
    """Keep the answer of a replay that ended while nobody looked at it."""
    running: Running | None = st.session_state.get(_RUNNING)
    if running is not None and running.done:
        del st.session_state[_RUNNING]
        _keep(mine, running)


@st.fragment
def _form() -> None:
    mine = session()
    opened = mine.opened()
    if opened is None:
        return
    view = opened.view(mine.target, mine.format)
    with st.container(key="replay-where", horizontal=True, vertical_alignment="bottom"):
        names = [_EMBEDDED, *PRESETS]
        where = st.selectbox("Endpoint", names, format_func=_title, key="endpoint")
        endpoint, fault = _endpoint(where)
        count = len(view.report.conversation.messages)
        up_to = st.number_input(
            "Send messages up to", 0, max(0, count - 1), max(0, count - 1), key=f"up-to-{mine.name}"
        )
    with st.container(key="replay-how", horizontal=True, vertical_alignment="bottom"):
        temperature = st.number_input("Temperature", 0.0, 2.0, None, 0.1, key="temperature", placeholder="unchanged")
        most = st.number_input("Max tokens", 1, 1_000_000, None, key="max-tokens", placeholder="unchanged")
        stream = st.toggle("Stream", True, key="stream")
        tools = st.toggle("Answer tools from the recording", False, key="recorded-tools")
        send = st.button("Send", type="primary", key="send", disabled=_RUNNING in st.session_state)
    if where == _EMBEDDED:
        st.caption("A rehearsal: no model is asked. It refuses what the target would refuse, with the same error.")
    if st.session_state.get(f"models-{where}") == []:
        st.caption("This endpoint listed no models. Is it running? You can type the name of a model.")
    reason = "" if endpoint is None else cannot_send(PRESETS[where], endpoint)
    if endpoint is not None and not reason and (converted := sent_as(view.report.conversation, endpoint)):
        st.caption(converted)
    if send and reason:
        st.warning(reason)
    elif send:
        options = Options(None if up_to >= count - 1 else int(up_to) + 1, stream, temperature, most)
        target = view.report.target.name if endpoint is None else endpoint.target
        how = Sending(endpoint, target, fault, options, tools)
        st.session_state[_RUNNING] = Running(mine.name, view.report.conversation, how)
        mine.scroll += 1
        st.rerun()


def _title(name: str) -> str:
    return "The embedded model" if name == _EMBEDDED else PRESETS[name].title


def _endpoint(where: str) -> tuple[Endpoint | None, str]:
    """The endpoint as the user describes it. A key that is typed lives in this session only."""
    if where == _EMBEDDED:
        fault = st.selectbox("Simulate", tuple(_FAULTS), format_func=lambda fault: _FAULTS[fault], key="fault")
        return None, fault
    preset = PRESETS[where]
    base_url = (
        st.text_input("Base URL", preset.base_url, key=f"url-{where}")
        if not preset.base_url or where == "custom"
        else preset.base_url
    )
    key = (
        st.text_input("Key", type="password", key=f"key-{where}", placeholder=_key_hint(base_url))
        if preset.needs_key or where == "custom"
        else ""
    )
    key = key or own_key(base_url)
    listed = st.session_state.get(f"models-{where}", [])
    if listed:
        model = st.selectbox("Model", listed, key=f"model-of-{where}")
    else:
        model = st.text_input("Model", preset.model, key=f"model-{where}")
    endpoint = endpoint_at(preset, model, key, base_url)
    if st.button("List models", key="list-models", disabled=bool(preset.needs_key and not key)):
        st.session_state[f"models-{where}"] = models_of(endpoint)
        st.rerun(scope="fragment")
    return endpoint, ""


def _key_hint(base_url: str) -> str:
    """A key of the environment goes to its own provider; any other address gets one only if it is typed here."""
    return f"from {own_key_variable(base_url)}" if own_key(base_url) else "none"


@st.fragment(run_every=0.25)
def _under_way() -> None:
    running: Running | None = st.session_state.get(_RUNNING)
    if running is None:
        return
    if running.done:
        collect_answer(session())
        st.rerun()
    if st.button("Stop", key="stop"):
        running.stop.set()
    waiting = f"No data for {running.silence} seconds …" if running.silence else "Waiting for the answer …"
    st.code(visible_lines(running.text[-_SHOWN:]) or waiting, language=None, wrap_lines=True)


def _keep(mine: Session, running: Running) -> None:
    """The record goes into the list of its conversation, its answer into the table, its refusal to its message."""
    name, record = running.name, running.record
    here = name == mine.name
    if record is None:
        mine.located = running.failure if here else mine.located
        return
    count = len(running.conversation.messages)
    last = sent_up_to(record, count)
    mine.replays.setdefault(name, []).insert(0, record)
    mine.notes[name] = notes_after(mine.notes.get(name, {}), record, count)
    if answer := answer_of(record):
        mine.live.setdefault(name, {})[last] = answer
    if here:
        refusal = refusal_note(record)
        mine.selected = refusal[0] if refusal else last if answer else mine.selected
        mine.scroll += 1


def _past(mine: Session) -> None:
    records: list[ReplayRecord] = mine.replays.get(mine.name, [])
    for number, record in enumerate(records[:20]):
        with st.expander(visible_lines(one_line(record)).replace("[", "\\["), expanded=number == 0):
            _one_past(record)


def _one_past(record: ReplayRecord) -> None:
    if record.error is not None:
        st.error("The request was refused." if record.ended == "refused" else "The request failed.")
        _text(str(record.error))
    if record.located is not None:
        _text(record.located.sentence)
    spoken_turns = turns(record)
    for turn in spoken_turns:
        _text(turn[:_SHOWN])
    if record.unrecorded:
        st.info("The recording holds no result for the last call, so the replay stopped there.")
    if record.error is None and not spoken_turns:
        st.caption("The answer is empty: it holds neither text nor calls.")
    if differences := difference_in_words(record):
        st.code(visible_lines("\n".join(differences)), language="diff", wrap_lines=True)


def _text(text: str) -> None:
    st.code(visible_lines(text), language=None, wrap_lines=True)
