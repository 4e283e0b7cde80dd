"""The first screen: a short description, a box to paste or drop anything, recent cases, and samples."""

from __future__ import annotations

from itertools import islice

import streamlit as st

from workbench.app.batches import BATCHES
from workbench.app.component import page_bar, sample_cards
from workbench.app.local_sessions import local_sessions
from workbench.app.navigation import TRIAGE, WORKBENCH, go_to, page_links
from workbench.app.opening import MOST_AT_ONCE, open_together
from workbench.app.recent_cases import recent_cases
from workbench.app.session import current_session
from workbench.app.store import PASTED
from workbench.conversation import Conversation
from workbench.loading import LoadError, load_all
from workbench.loading.plain_reason import plain_reason
from workbench.outputs.verdict_sentence import counted
from workbench.outputs.visible import shortened, visible
from workbench.triage.documents import BatchFile
from workbench.view.as_markdown import as_markdown
from workbench.view.not_a_conversation import ADVICE, error_meaning, outside_meaning, plain_meaning, split_errors
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
        if current_session().message:
            st.warning(current_session().message)
        _paste()
        local_sessions()
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
            "or the error message, or both. Press Ctrl+Enter to open.",
        )
        with st.container(key="paste-row", horizontal=True, vertical_alignment="bottom"):
            files = st.file_uploader(
                "Files", key="files", accept_multiple_files=True, label_visibility="collapsed", max_upload_size=1000
            )
            clicked = st.button("Open", type="primary", key="open")
    st.caption(
        "OpenAI, Anthropic, Gemini, Bedrock, Vercel AI SDK, LangChain, A2A, IContent; sessions, traces and exports of "
        "many programs. The format is detected automatically. Nothing leaves this computer unless you replay it."
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
            found_errors, failed = split_errors(data, unread, alone=not read, with_file=typed and bool(loaded))
            loaded += read
            errors += found_errors
            failures += failed
    if errors:
        current_session().error = errors[0]
    if len(loaded) + len(failures) > MOST_AT_ONCE:
        contents = [(text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text) for text, _ in sources]
        batch = [BatchFile(name, content) for content, (_, name) in zip(contents, sources, strict=True)]
        go_to(TRIAGE, {"batch": BATCHES.begin(batch).key})
    if loaded:
        opened = open_together(loaded, failures, file=_only_upload(sources))
        current_session().open("c", opened[0].key)
        st.rerun()
    for failure in failures[:_MOST_FAILURES]:
        st.error(as_markdown(plain_reason(failure, "text" if failure.name == PASTED else "file")))
        st.code(shortened(visible(str(failure)), 2000), language=None, wrap_lines=True)
    if len(failures) > _MOST_FAILURES:
        st.markdown(f"{counted(len(failures) - _MOST_FAILURES, 'more file')} could not be read. Triage lists them all.")
    if errors:
        _error_first(errors[0])
    else:
        st.markdown(ADVICE)


def _only_upload(sources: list[tuple[str | bytes, str]]) -> bytes | None:
    """Return the content of a single uploaded file, so that a repaired session can be downloaded in its own format."""
    content = sources[0][0] if len(sources) == 1 else None
    return content if isinstance(content, bytes) else None


def _read(data: bytes, name: str) -> tuple[list[Conversation], list[LoadError]]:
    """Return the conversations in a document, including those before an unreadable part, and the errors."""
    items = list(islice(load_all(data, name), MOST_AT_ONCE + 1))
    kept = [item if isinstance(item, Conversation) else item.partial for item in items]
    lost = [item for item in items if isinstance(item, LoadError) and item.partial is None]
    return [conversation for conversation in kept if conversation is not None], lost


def _error_first(error: str) -> None:
    """Explain an error that was pasted without a conversation. If it is about one, it is located in the next opened."""
    if outside := outside_meaning(error):
        st.info(f"This is a provider's error. {outside}")
        current_session().error = ""
        return
    next_step = "Open the conversation that caused it, and the page will jump to the cause."
    st.info(" ".join(filter(None, ("This is a provider's error.", plain_meaning(error), next_step))))
    st.code(visible(error_meaning(error)), language=None, wrap_lines=True)


def _open_sample() -> None:
    name = st.session_state["cards"]["open"]
    if isinstance(name, str):
        current_session().open("sample", name)
