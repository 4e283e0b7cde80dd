"""Share on the page: it lists the shared content before the download."""

from __future__ import annotations

from pathlib import Path

from streamlit.testing.v1 import AppTest

import workbench.app
from workbench.app.session import Session

_PAGE = str(Path(workbench.app.__file__).with_name("page.py"))


def test_the_preview_follows_what_was_chosen() -> None:
    page = AppTest.from_file(_PAGE, default_timeout=120)
    page.session_state["workbench-session"] = Session(
        source=("sample", "openai-chat/provider-switch-prefix"),
        written={"sample": "openai-chat/provider-switch-prefix"},
        section="share",
    )
    page.query_params["sample"] = "openai-chat/provider-switch-prefix"
    page.run()
    assert not page.exception
    told = next(text.value for text in page.text if "What you share with this file" in text.value)
    assert "5 messages" in told
    page.checkbox(key="share-shrink").check().run()
    told = next(text.value for text in page.text if "What you share with this file" in text.value)
    assert "2 of 5 messages" in told
    assert not page.exception
