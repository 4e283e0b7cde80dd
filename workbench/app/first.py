"""The first screen: what this is, a place to paste or drop anything, and stories to start from."""

from __future__ import annotations

from itertools import islice

import streamlit as st

from workbench.app.component import page_bar, sample_cards
from workbench.app.session import session
from workbench.app.store import STORE
from workbench.conversation import Conversation
from workbench.load import LoadError, load_all
from workbench.report.visible import shortened, visible
from workbench.view.cards import cards
from workbench.view.misread import ADVICE, error_meant
from workbench.view.unread import with_failures

_MOST_AT_ONCE = 64
_MOST_FAILURES = 5


def first_screen() -> None:
    page_bar()
    with st.container(key="first"):
        st.title("What broke this chat?", anchor=False)
        st.markdown(
            "See what happens to a conversation on its way to the model and back, where it breaks, and how to mend it "
            "without losing anything."
        )
        if session().message:
            st.warning(session().message)
        _paste()
        sample_cards({"part": "cards", "cards": cards()}, "cards", _open_sample)


def _paste() -> None:
    with st.container(key="paste"):
        text = st.text_area(
            "Conversation",
            key="pasted",
            height=132,
            label_visibility="collapsed",
            placeholder="Paste a conversation: JSON, JSONL, a log, a curl command, a HAR file, a Python dict …",
        )
        with st.container(key="paste-row", horizontal=True, vertical_alignment="bottom"):
            files = st.file_uploader(
                "Files", key="files", accept_multiple_files=True, label_visibility="collapsed", max_upload_size=1000
            )
            clicked = st.button("Open", type="primary", key="open")
    st.caption(
        "IContent, OpenAI, Vercel AI SDK, A2A, Anthropic, Gemini, Bedrock. The format is recognised. "
        "Nothing leaves this computer unless you replay it."
    )
    sources: list[tuple[str | bytes, str]] = [(file.getvalue(), file.name) for file in files or []]
    if clicked and text and text.strip():
        sources.append((text, "pasted"))
    if sources:
        _open(sources)
    elif clicked:
        st.info("Paste something first, or choose a file.")


def _open(sources: list[tuple[str | bytes, str]]) -> None:
    loaded: list[Conversation] = []
    failures: list[LoadError] = []
    with st.spinner("Reading …"):
        for content, name in sources:
            data = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
            for item in islice(load_all(data, name), _MOST_AT_ONCE):
                if isinstance(item, Conversation):
                    loaded.append(item)
                elif item.partial is not None:
                    loaded.append(item.partial)
                else:
                    failures.append(item)
    if loaded:
        opened = STORE.put(with_failures(loaded[:_MOST_AT_ONCE], failures))
        session().open("c", opened[0].key)
        st.rerun()
    pasted = next((content for content, name in sources if isinstance(content, str)), "")
    if meant := error_meant(pasted):
        _error_first(pasted, meant)
        return
    for failure in failures[:_MOST_FAILURES]:
        st.error("This could not be read.")
        st.code(shortened(visible(str(failure)), 2000), language=None, wrap_lines=True)
    st.markdown(ADVICE)


def _error_first(pasted: str, meant: str) -> None:
    """Whoever has a 400 pastes that first: it is kept, and looked for in the conversation that is opened next."""
    session().error = pasted
    st.info("This is a provider's error. Now open the conversation that it is about: you will be taken to its place.")
    st.code(visible(meant), language=None, wrap_lines=True)


def _open_sample() -> None:
    name = st.session_state["cards"]["open"]
    if isinstance(name, str):
        session().open("sample", name)
