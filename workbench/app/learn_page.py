"""Learn: how formats map onto each other, told by the converters and checks themselves."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from workbench.app.component import page_bar
from workbench.app.learn_links import shown
from workbench.app.learn_mapping import any_mapping, mapping_links, mapping_part
from workbench.app.navigation import LEARN, go_to, page_links, remember_address

PARTS: dict[str, Callable[[], None]] = {"mapping": mapping_part}
"""What `?show=` takes; the first is where everybody begins."""


def page() -> None:
    page_bar(page_links(LEARN), go_to)
    with st.container(key="learn"):
        links, part = st.columns([2, 9], gap="medium")
        with links, st.container(key="learn-links"):
            _links()
        with part:
            PARTS[shown(PARTS)]()
    remember_address(LEARN)


def _links() -> None:
    st.caption("MAPPINGS")
    mapping_links()
    any_mapping()
