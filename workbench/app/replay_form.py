"""The form of a replay: endpoint, model and options.

The choice is one value, so that a proof and an edited request use the same endpoint. A typed API key only exists in
this session.
"""

from __future__ import annotations

from typing import NamedTuple

import streamlit as st

from workbench.app.model_list import models_of
from workbench.outputs.visible import visible
from workbench.replays import PRESETS, Endpoint, endpoint_at
from workbench.replays.keys import key_for, key_variable_for
from workbench.replays.request import Options
from workbench.replays.sending import ReplaySettings
from workbench.replays.wire_format import conversion_notice
from workbench.view.replays import cannot_send
from workbench.view.window import View

_EMBEDDED = "embedded"
_FAULTS = {
    "": "a normal answer",
    "slow:0.15": "a slow answer",
    "rate-limit": "a rate limit (429)",
    "server-error": "a server error (500)",
    "cut-stream": "a stream that is cut off",
    "error-in-stream": "an error inside the stream",
}


class Chosen(NamedTuple):
    how: ReplaySettings
    reason: str
    """Why nothing can be sent yet, or an empty text."""


def sending_form(view: View, name: str) -> Chosen:
    """Draw the form. `name` identifies the conversation in the session."""
    count = len(view.report.conversation.messages)
    with st.container(key="replay-where", horizontal=True, vertical_alignment="bottom"):
        where = st.selectbox("Endpoint", [_EMBEDDED, *PRESETS], format_func=_title, key="endpoint")
        endpoint, fault = _endpoint(where)
        up_to = st.number_input("Send messages up to", 0, max(0, count - 1), max(0, count - 1), key=f"up-to-{name}")
    with st.container(key="replay-how", horizontal=True, vertical_alignment="bottom"):
        temperature = st.number_input("Temperature", 0.0, 2.0, None, 0.1, key="temperature", placeholder="unchanged")
        most = st.number_input("Max tokens", 1, 1_000_000, None, key="max-tokens", placeholder="unchanged")
        stream = st.toggle("Stream", True, key="stream")
        tools = st.toggle("Use recorded tool results", False, key="recorded-tools")
    reason = "" if endpoint is None else cannot_send(PRESETS[where], endpoint)
    _captions(view, where, endpoint, reason)
    options = Options(None if up_to >= count - 1 else int(up_to) + 1, stream, temperature, most)
    target = view.report.target.name if endpoint is None else endpoint.target
    return Chosen(ReplaySettings(endpoint, target, fault, options, tools), reason)


def _captions(view: View, where: str, endpoint: Endpoint | None, reason: str) -> None:
    if where == _EMBEDDED:
        st.caption(
            "This is a rehearsal: no model is called. It refuses what the target would refuse, with the same error."
        )
    if st.session_state.get(f"models-{where}") == []:
        st.caption("This endpoint lists no models. Check that it is running, or type a model name.")
    if endpoint is not None and not reason and (converted := conversion_notice(view.report.conversation, endpoint)):
        st.caption(converted)


def _title(name: str) -> str:
    return "The embedded model" if name == _EMBEDDED else PRESETS[name].title


def _endpoint(where: str) -> tuple[Endpoint | None, str]:
    """Draw the fields of an endpoint. Return the endpoint, or None and the simulated failure of the embedded model."""
    if where == _EMBEDDED:
        fault = st.selectbox("Simulate", tuple(_FAULTS), format_func=lambda fault: _FAULTS[fault], key="fault")
        return None, fault
    preset = PRESETS[where]
    free = where == "custom"
    base_url = preset.base_url
    if free or not base_url:
        base_url = st.text_input("Base URL", preset.base_url, key=f"url-{where}")
    key = ""
    if free or preset.needs_key:
        key = st.text_input("API key", type="password", key=f"key-{where}", placeholder=_key_hint(base_url))
    key = key or key_for(base_url)
    listed = st.session_state.get(f"models-{where}", [])
    if listed:
        model = st.selectbox("Model", listed, key=f"model-of-{where}", format_func=visible)
    else:
        model = st.text_input("Model", preset.model, key=f"model-{where}")
    endpoint = endpoint_at(preset, model, key, base_url)
    unknown = bool(preset.needs_key and not key)
    st.button("List models", key="list-models", disabled=unknown, on_click=_list_models, args=(where, endpoint))
    return endpoint, ""


def _list_models(where: str, endpoint: Endpoint) -> None:
    st.session_state[f"models-{where}"] = models_of(endpoint)


def _key_hint(base_url: str) -> str:
    """Return a placeholder. A key from the environment is only sent to its own provider."""
    return f"from {key_variable_for(base_url)}" if key_for(base_url) else "none"
