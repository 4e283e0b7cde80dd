"""The links of the Learn page, and the part that the address names."""

from __future__ import annotations

from collections.abc import Collection

import streamlit as st

SHOW, STEP = "show", "step"


def shown(parts: Collection[str]) -> str:
    """Return the part in the address, or the first part."""
    wanted = st.query_params.get(SHOW, "")
    return wanted if wanted in parts else next(iter(parts))


def link(label: str, key: str, parameters: dict[str, str], current: bool | None = None) -> None:
    """Draw a link within the page. It sets the complete address, so the browser's back button works.

    It is marked as the current one if the address is the same, unless the caller knows better.
    """
    if current is None:
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
    """Change some parameters of the address."""
    st.query_params.update(parameters)
