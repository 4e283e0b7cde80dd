"""Learn: how formats map onto each other, taken from the converters and checks themselves."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from workbench.app.component import page_bar
from workbench.app.learn_breaking import BREAK, break_part
from workbench.app.learn_links import SHOW, link, shown
from workbench.app.learn_mapping import MAPPING, mapping_links, mapping_part
from workbench.app.learn_rules import RULES_PART, rules_part
from workbench.app.learn_walks import WALK, WALKS, walk_links, walk_part, walks_part
from workbench.app.navigation import LEARN, go_to, page_links, remember_address
from workbench.rules import RULES

PARTS: dict[str, Callable[[], None]] = {
    MAPPING: mapping_part,
    WALK: walk_part,
    WALKS: walks_part,
    RULES_PART: rules_part,
    BREAK: break_part,
}
"""The values of `?show=`. The first is the default."""


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
    part = shown(PARTS)
    st.caption("WALKS")
    walk_links()
    st.caption("MAPPINGS")
    mapping_links(part == MAPPING)
    st.caption("RULES")
    link(f"All {len(RULES)} rules", "rules", {SHOW: RULES_PART}, part == RULES_PART)
    st.caption("BREAK IT")
    link("Guess who refuses it", "break", {SHOW: BREAK}, part == BREAK)
