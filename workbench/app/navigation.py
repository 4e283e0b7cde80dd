"""The pages: each is a module with a `page` function and a line here. Streamlit's navigation runs the current one."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NoReturn

import streamlit as st

from workbench.view.protocol import PageLink

if TYPE_CHECKING:
    from streamlit.navigation.page import StreamlitPage

WORKBENCH, TRIAGE, LEARN = "", "triage", "learn"
PAGES = {
    WORKBENCH: ("Workbench", "workbench.app.workbench_page"),
    TRIAGE: ("Triage", "workbench.app.triage_page"),
    LEARN: ("Learn", "workbench.app.learn_page"),
}
"""Path in the address → title and module. The first page is the default."""
_LEFT = "left-pages"
"""Path → the last address parameters of that page."""


def run_chosen_page() -> None:
    st.navigation(list(_pages().values()), position="hidden").run()


def page_links(current: str) -> list[PageLink]:
    """Return the pages for the bar."""
    return [{"title": title, "url": path, "current": path == current} for path, (title, _) in PAGES.items()]


def go_to(path: str, parameters: Mapping[str, str] | None = None) -> NoReturn:
    """Switch to a page, with these parameters or else with its last ones."""
    if path not in PAGES:
        st.rerun()
    left: dict[str, dict[str, str]] = st.session_state.setdefault(_LEFT, {})
    st.switch_page(_pages()[path], query_params=dict(parameters if parameters is not None else left.get(path, {})))


def remember_address(path: str) -> None:
    """Store the address of a page, so that the page looks the same when the user returns."""
    st.session_state.setdefault(_LEFT, {})[path] = st.query_params.to_dict()


def _pages() -> dict[str, StreamlitPage]:
    return {
        path: st.Page(_drawn_by(module), title=title, url_path=path, default=not path)
        for path, (title, module) in PAGES.items()
    }


def _drawn_by(module: str) -> Callable[[], None]:
    """Return a function that imports and draws a page. Triage imports more than the workbench needs."""

    def draw() -> None:
        importlib.import_module(module).page()

    return draw
