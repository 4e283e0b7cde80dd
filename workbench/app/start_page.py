"""The first screen: what this is, a place to paste or drop anything, recent cases, and stories to start from."""

from __future__ import annotations

from itertools import islice

import streamlit as st

from workbench.app.batches import BATCHES
from workbench.app.component import page_bar, sample_cards
from workbench.app.local_sessions import own_sessions
from workbench.app.navigation import TRIAGE, WORKBENCH, go_to, page_links
from workbench.app.opening import MOST_AT_ONCE, open_together
from workbench.app.recent_cases import recent_cases
from workbench.app.session import session
from workbench.app.store import PASTED
from workbench.conversation import Conversation
from workbench.loading import LoadError, load_all
from workbench.outputs.visible import shortened, visible
from workbench.triage.documents import BatchFile
from workbench.view.not_a_conversation import ADVICE, error_meaning, split_errors
from workbench.view.sample_cards import cards

_MOST_FAILURES = 5


def first_screen() -> None:
    page_bar(page_links(WORKBENCH), go_to)
    with st.container(key="first"):
        st.title("What broke this chat?", anchor=False)
        st.markdown(
            "See how a conversation is converted on its way to the model and back, where it breaks, and how to "
            "repair it without losing anything."
        )
        if session().message:
            st.warning(session().message)
        _paste()
        own_sessions()
        recent_cases()
        sample_cards({"part": "cards", "cards": cards()}, "cards", _open_sample)


def _paste() -> None:
    with st.container(key="paste"):
        text = st.text_area(
            "Conversation",
            key="pasted",
            height=132,
            label_visibility="collapsed",
            placeholder="Paste or drop a conversation: JSON, JSONL, a log, a curl command, a HAR file, a Python dict "
            "…\n"
            "or the error that you got, or both. Press Ctrl+Enter to open it.",
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
    if (clicked or files) and text and text.strip():
        sources.append((text, PASTED))
    if sources:
        _open(sources)
    elif clicked:
        st.info("Paste a conversation first, or choose a file.")


def _open(sources: list[tuple[str | bytes, str]]) -> None:
    loaded: list[Conversation] = []
    failures: list[LoadError] = []
    errors: list[str] = []
    with st.spinner("Reading …"):
        for content, name in sources:
            data = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
            read, unread = _read(data, name)
            typed = isinstance(content, str)
            found_errors, failed = split_errors(data, unread, alone=not read, beside_a_file=typed and bool(loaded))
            loaded += read
            errors += found_errors
            failures += failed
    if errors:
        session().error = errors[0]
    if len(loaded) + len(failures) > MOST_AT_ONCE:
        contents = [(text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text) for text, _ in sources]
        batch = [BatchFile(name, content) for content, (_, name) in zip(contents, sources, strict=True)]
        go_to(TRIAGE, {"batch": BATCHES.begin(batch).key})
    if loaded:
        opened = open_together(loaded, failures, file=_only_upload(sources))
        session().open("c", opened[0].key)
        st.rerun()
    for failure in failures[:_MOST_FAILURES]:
        st.error("This could not be read.")
        st.code(shortened(visible(str(failure)), 2000), language=None, wrap_lines=True)
    if errors:
        _error_first(errors[0])
    else:
        st.markdown(ADVICE)


def _only_upload(sources: list[tuple[str | bytes, str]]) -> bytes | None:
    """One file that was uploaded alone: a session can be taken away as its program wrote it."""
    content = sources[0][0] if len(sources) == 1 else None
    return content if isinstance(content, bytes) else None


def _read(data: bytes, name: str) -> tuple[list[Conversation], list[LoadError]]:
    """The conversations in a document, also what precedes a fault, and what is none."""
    items = list(islice(load_all(data, name), MOST_AT_ONCE + 1))
    kept = [item if isinstance(item, Conversation) else item.partial for item in items]
    lost = [item for item in items if isinstance(item, LoadError) and item.partial is None]
    return [conversation for conversation in kept if conversation is not None], lost


def _error_first(error: str) -> None:
    """Many people begin with their 400: it is kept, and looked for in the conversation that is opened next."""
    st.info("This is a provider's error. Now open the conversation that caused it: the page will jump to the cause.")
    st.code(visible(error_meaning(error)), language=None, wrap_lines=True)


def _open_sample() -> None:
    name = st.session_state["cards"]["open"]
    if isinstance(name, str):
        session().open("sample", name)
