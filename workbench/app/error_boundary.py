"""An error boundary: if one part of the page fails, it reports the defect there, and the other parts still work."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

import streamlit as st

from workbench.defects import Part, report_defect


def error_boundary(name: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """Return a decorator that reports defects of a part. `name` is shown to the user."""

    def decorate(draw: Callable[[], None]) -> Callable[[], None]:
        @wraps(draw)
        def drawn() -> None:
            try:
                draw()
            except Exception as defect:  # noqa: BLE001 - Streamlit's own control flow does not derive from Exception
                st.error(report_defect(Part.PAGE, name, defect))

        return drawn

    return decorate
