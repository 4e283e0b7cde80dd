"""The links of the Learn page, and where the address says that somebody is."""

from __future__ import annotations

from collections.abc import Collection

import streamlit as st

SHOW, STEP = "show", "step"


def shown(parts: Collection[str]) -> str:
    """The part that the address names, or the first."""
    wanted = st.query_params.get(SHOW, "")
    return wanted if wanted in parts else next(iter(parts))


def link(label: str, key: str, **parameters: str) -> None:
    """A link within the page: it is the whole address, so that the browser's back button undoes it."""
    here = {name: value for name, value in st.query_params.to_dict().items() if name != STEP}
    current = here == parameters
    st.button(
        label,
        key=f"link-{key}",
        type="secondary" if current else "tertiary",
        width="stretch",
        on_click=st.query_params.from_dict,
        args=(parameters,),
    )


def go(**parameters: str) -> None:
    """Change a part of the address."""
    st.query_params.update(parameters)
