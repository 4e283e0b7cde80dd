"""The pages: each is a module with a `page` function and a line here. Streamlit's navigation runs the current one."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NoReturn
from urllib.parse import urlencode

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

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
_DRAWN = "drawn-page"
"""The path of the page that was drawn last."""
_CHOSEN = "chosen-page"
"""The path that `go_to` switches to. If another page is drawn without it, the user went back or forward."""
_PASSED = "passed-addresses"
"""Path and address parameters of an entry in the browser's history → the parameters that it should have."""


def run_chosen_page() -> None:
    st.navigation(list(_pages().values()), position="hidden").run()


def page_links(current: str) -> list[PageLink]:
    return [{"title": title, "url": path, "current": path == current} for path, (title, _) in PAGES.items()]


Parameters = dict[str, str | list[str]]
"""The parameters of an address. One that occurs several times, such as the chosen columns, has a list."""


def go_to(path: str, parameters: Mapping[str, str] | None = None) -> NoReturn:
    """Switch to a page, with these parameters or else with its last ones."""
    if path not in PAGES:
        st.rerun()
    left: dict[str, Parameters] = st.session_state.setdefault(_LEFT, {})
    there: Parameters = {**parameters} if parameters is not None else dict(left.get(path, {}))
    _expect_passing(there)
    st.session_state[_CHOSEN] = path
    _forget_fragments()
    st.switch_page(_pages()[path], query_params=there)


def _forget_fragments() -> None:
    """Let no fragment of this page run after the next page.

    A fragment that refreshes itself may ask for its next run while the next page is drawn. Streamlit would announce
    that run as one of this page, and the browser would drop what the next page has drawn.
    """
    if context := get_script_run_ctx():
        context.fragment_storage.clear()


def remember_address(path: str) -> None:
    """Store the address of a page, so that the page looks the same when the user returns."""
    st.session_state.setdefault(_LEFT, {})[path] = _parameters()


def _parameters() -> Parameters:
    values = {name: st.query_params.get_all(name) for name in st.query_params}
    return {name: found[0] if len(found) == 1 else found for name, found in values.items()}


def _expect_passing(there: Parameters) -> None:
    """Store what the entry should have that a switch adds to the browser's history.

    Streamlit writes the new parameters to the address of the old page before it writes that of the new page. The back
    button leads to this entry, which would show neither.
    """
    here = _parameters()
    if here != there:
        st.session_state.setdefault(_PASSED, {})[_entry(st.session_state.get(_DRAWN, ""), there)] = here


def _correct_passed(path: str) -> None:
    """Correct the address if the user went back to an entry that a switch added. Streamlit then replaces the entry.

    Widgets that are bound to a parameter read it from the address with which the run began, so that is corrected too.
    """
    came_from, chosen = st.session_state.get(_DRAWN, path), st.session_state.pop(_CHOSEN, None)
    st.session_state[_DRAWN] = path
    passed: dict[tuple[str, str], Parameters] = st.session_state.get(_PASSED, {})
    entry = _entry(path, _parameters())
    if came_from != path and chosen != path and entry in passed:
        st.query_params.from_dict(passed[entry])
        if context := get_script_run_ctx():
            with context.session_state.query_params() as parameters:
                parameters.set_initial_query_params_from_current()


def _entry(path: str, parameters: Parameters) -> tuple[str, str]:
    return path, urlencode(sorted(parameters.items()), doseq=True)


def _pages() -> dict[str, StreamlitPage]:
    return {
        path: st.Page(_drawn_by(path, module), title=title, url_path=path, default=not path)
        for path, (title, module) in PAGES.items()
    }


def _drawn_by(path: str, module: str) -> Callable[[], None]:
    """Return a function that imports and draws a page. Triage imports more than the workbench needs."""

    def draw() -> None:
        _correct_passed(path)
        importlib.import_module(module).page()

    return draw
