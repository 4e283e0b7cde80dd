"""The border around a part of the page: a defect is reported in its place, and the other parts stay."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

import streamlit as st

from workbench.defects import Part, report_defect


def contained(name: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """`name` is what the user calls the part."""

    def decorate(draw: Callable[[], None]) -> Callable[[], None]:
        @wraps(draw)
        def drawn() -> None:
            try:
                draw()
            except Exception as defect:  # noqa: BLE001 - what Streamlit itself raises to start again is none
                st.error(report_defect(Part.PAGE, name, defect))

        return drawn

    return decorate
