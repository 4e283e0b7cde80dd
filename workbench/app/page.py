"""The script that Streamlit runs for every visitor: shared settings, then the current page."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from workbench.app.navigation import run_chosen_page

_HERE = Path(__file__).parent

if __name__ == "__main__":  # the processes that judge a large batch import this script without drawing it
    st.set_page_config("Conversation workbench", str(_HERE / "icon.svg"), layout="wide")
    st.html(_HERE / "style.css")
    run_chosen_page()
