"""The page's own component: ES modules and CSS. Streamlit accepts one script, so the modules are joined here."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import streamlit as st

from workbench.app.component.modules import joined
from workbench.json.text import compact
from workbench.view.protocol import MappingData, PageLink, StageData

_HERE = Path(__file__).parent

_mount = st.components.v2.component(
    "workbench",
    css=(_HERE / "page.css").read_text(),
    js=joined(_HERE / "main.js"),
)


def _nothing() -> None:
    """Do nothing: the fragment reads the component's state when it runs, so no callback is needed."""


def stage_view(data: StageData, key: str) -> None:
    """Draw the loaded conversation. The user's actions are in `st.session_state[key]["ask"]`."""
    _mount(key=key, data=as_bytes(data), default={"ask": None}, on_ask_change=_nothing)


def page_bar(pages: list[PageLink], on_page: Callable[[str], None]) -> None:
    """Draw only the bar, if no conversation is loaded. A click on a page calls `on_page`."""
    _mount(key="bar", data=as_bytes({"part": "bar", "bar": {"pages": pages}}), on_page_change=_nothing)
    chosen = st.session_state["bar"].get("page")
    if isinstance(chosen, str):
        on_page(chosen)


def sample_cards(data: object, key: str, on_open: Callable[[], None]) -> Any:
    """Draw the sample cards of the first screen."""
    return _mount(key=key, data=as_bytes(data), on_open_change=on_open)


def recent_list(data: object, key: str, on_open: Callable[[], None], on_delete: Callable[[], None]) -> Any:
    """Draw the recent cases. The case to open or delete is in `st.session_state[key]`."""
    return _mount(key=key, data=as_bytes(data), on_open_change=on_open, on_delete_change=on_delete)


def mapping_view(data: MappingData, key: str) -> None:
    """Draw an example in two formats and its field table. The edited text is `st.session_state[key]["text"]`."""
    _mount(key=key, data=as_bytes(data), default={"text": None}, on_text_change=_nothing)


def as_bytes(data: object) -> bytes:
    """Return data as UTF-8 JSON. Unpaired surrogates are escaped, so that any conversation can be sent."""
    return compact(data).encode()
