"""The page's own component: ES modules and CSS. Streamlit takes one script, so the modules are joined here."""

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
    """A change of the component's state needs no callback: the fragment reads it when it runs."""


def stage_view(data: StageData, key: str) -> None:
    """Draw the loaded conversation. What the user does comes back as `st.session_state[key]["ask"]`."""
    _mount(key=key, data=as_bytes(data), default={"ask": None}, on_ask_change=_nothing)


def page_bar(pages: list[PageLink], on_page: Callable[[str], None]) -> None:
    """Draw the bar alone, where no conversation is loaded. The page that is clicked goes to `on_page`."""
    _mount(key="bar", data=as_bytes({"part": "bar", "bar": {"pages": pages}}), on_page_change=_nothing)
    chosen = st.session_state["bar"].get("page")
    if isinstance(chosen, str):
        on_page(chosen)


def sample_cards(data: object, key: str, on_open: Callable[[], None]) -> Any:
    """Draw the stories of the first screen."""
    return _mount(key=key, data=as_bytes(data), on_open_change=on_open)


def recent_list(data: object, key: str, on_open: Callable[[], None], on_delete: Callable[[], None]) -> Any:
    """Draw the recent cases: which one to open or to delete is in `st.session_state[key]`."""
    return _mount(key=key, data=as_bytes(data), on_open_change=on_open, on_delete_change=on_delete)


def mapping_view(data: MappingData, key: str) -> None:
    """Draw an example in two formats and the table of its fields. What is typed is `st.session_state[key]["text"]`."""
    _mount(key=key, data=as_bytes(data), default={"text": None}, on_text_change=_nothing)


def as_bytes(data: object) -> bytes:
    """One string of UTF-8: half characters become escapes, so that any conversation can be sent."""
    return compact(data).encode()
