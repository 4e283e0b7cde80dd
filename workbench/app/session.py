"""The state of one visitor: what is open, selected and replayed. Nothing here is shared with anyone.

The URL contains what a link needs: conversation, message, target, format and filter, but never an API key or content.
Another conversation, target or format is a step in the browser's history, which Streamlit writes. Other details only
replace the URL, which the component does, so that the back button leaves the conversation.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import streamlit as st

from workbench.app.store import STORE, Opened, Source
from workbench.checks.check import Progress
from workbench.converters import PROGRAMS
from workbench.formats import FORMATS
from workbench.json.text import JsonObject
from workbench.replays import ReplayRecord
from workbench.samples import sample_named
from workbench.targets import TARGETS
from workbench.view.page_request import PANELS, one_of
from workbench.view.proposals import Choice
from workbench.view.protocol import Address, Explanation, Reader
from workbench.view.responses import ReplayAnswer
from workbench.view.versions import BEFORE
from workbench.view.window import Panel, View, ViewName

_NAME = "workbench-session"
_CONVERSATION = ("c", "sample", "target", "format", "as")
"""The URL parameters of a conversation and of how it is read and judged."""


@dataclass
class Session:
    source: Source = ("", "")
    """`("c", key)` or `("sample", name)`; empty on the first screen."""
    target: str = ""
    format: str = ""
    sent_by: str = ""
    """The program whose conversion is shown, if the user chose one."""
    selected: int | None = None
    filter: str = "all"
    panel: Panel = "mapping"
    view: ViewName = "stages"
    section: str = ""
    """The open section, such as repair or replay."""
    choice: Choice = None
    """The ticked fixes; None means all safe fixes."""
    wanted: str = BEFORE
    """The visible version: before, after, or both."""
    shows_applied: bool = False
    """Whether the other version is the one before the last repair, instead of the one with the ticked fixes."""
    done: int = 0
    """The number of the last executed command."""
    undone: list[Source] = field(default_factory=list)
    """Repaired versions that were undone."""
    note: str = ""
    """The user's note about the case."""
    is_restored: bool = False
    """Whether the note and the undone versions were restored from the store."""
    restored_replays: set[str] = field(default_factory=set)
    """Versions whose replays were restored from the store."""
    left: tuple[object, ...] = ()
    """The state that was last saved to the store."""
    notes: dict[str, dict[int, JsonObject]] = field(default_factory=dict)
    """Conversation → message → note of the last replay: why it was refused, or how the answer differs."""
    live: dict[str, dict[int, ReplayAnswer]] = field(default_factory=dict)
    """Conversation → message → the response of a replay after it."""
    replays: dict[str, list[ReplayRecord]] = field(default_factory=dict)
    in_table: dict[str, set[str]] = field(default_factory=dict)
    """Conversation → the keys of its replays that the table shows."""
    went_to: int | None = None
    """The position in the list that the last command scrolled to."""
    located: Explanation | None = None
    """The meaning of the error that the user pasted, or that came with the file."""
    failure: str = ""
    """Why the last replay got no answer."""
    clip: tuple[int, str] = (0, "")
    reader: Reader | None = None
    """The value that the last command opened in full."""
    scroll: int = 0
    error: str = ""
    """A provider's error that was pasted before a conversation was open."""
    message: str = ""
    """The message of the first screen if a link is not valid any more."""
    written: dict[str, str] = field(default_factory=dict)
    """The URL parameters that were last written. If the URL has others, the user went back or forward."""
    has_navigated: bool = False
    """Whether the user went back or forward, so that the URL overrides the last request of the page."""

    @property
    def name(self) -> str:
        return ":".join(self.source)

    def opened(self) -> Opened | None:
        return opened_at(self.source)

    def view_of(self, opened: Opened, progress: Progress | None = None) -> View:
        """Return the view for the chosen target, format and program. Invalid choices of a link are ignored."""
        return opened.view(*self._chosen, progress)

    def has_view_of(self, opened: Opened) -> bool:
        return opened.has_view(*self._chosen)

    @property
    def _chosen(self) -> tuple[str, str, str]:
        return (
            self.target if self.target in TARGETS else "",
            self.format if self.format in FORMATS else "",
            self.sent_by if self.sent_by in PROGRAMS else "",
        )

    @property
    def past(self) -> tuple[Source, ...]:
        """The versions before each repair. They are stored with the conversation, so they survive a reload."""
        opened = self.opened()
        return opened.past if opened else ()

    def open(self, kind: str, name: str, target: str = "") -> None:
        """Open another conversation and discard the state of the last one."""
        st.session_state[_NAME] = self._fresh(Session(source=(kind, name), target=target, error=self.error))
        current_session().mirror()

    def go_on(self, source: Source) -> None:
        """Open another version of the same conversation and keep the state."""
        self.source, self.choice = source, None
        self.mirror()

    def _fresh(self, other: Session) -> Session:
        """Return another session with what outlives the open conversation: replays and command numbers."""
        other.done, other.scroll, other.view = self.done, self.scroll, self.view
        other.live, other.replays, other.notes = self.live, self.replays, self.notes
        other.in_table = self.in_table
        other.restored_replays = self.restored_replays
        return other

    def forget_replays(self) -> None:
        """Discard replays after a deletion. Those of other cases are restored from the store."""
        for kept in (self.live, self.replays, self.notes, self.in_table):
            kept.clear()
        self.restored_replays.clear()

    def scroll_to(self, section: str) -> None:
        """Open a section and scroll the page to it."""
        self.section = section
        self.scroll += 1

    def close(self) -> None:
        st.session_state[_NAME] = self._fresh(Session())
        st.query_params.clear()

    def follow_link(self) -> None:
        """Follow the URL if the user went back or forward in the browser's history."""
        if _conversation_in_url() == self.written:
            return
        there = self._fresh(_from_link())
        there.done += 1  # the page treats this as a new command
        there.has_navigated = True
        if there.source == self.source:
            there.section, there.undone, there.wanted = self.section, self.undone, self.wanted
            there.note, there.is_restored = self.note, self.is_restored
        st.session_state[_NAME] = there

    def mirror(self) -> None:
        """Write the open conversation to the URL, if the URL has another one."""
        self.written = self.address["conversation"]
        if _conversation_in_url() != self.written:
            details = {name: value for name, value in self.address["details"].items() if value}
            st.query_params.from_dict({**self.written, **details})

    @property
    def address(self) -> Address:
        kind, name = self.source
        conversation = {kind: name, "target": self.target, "format": self.format, "as": self.sent_by}
        return {
            "conversation": {key: value for key, value in conversation.items() if key and value},
            "details": {
                "message": "" if self.selected is None else str(self.selected),
                "show": "" if self.filter == "all" else self.filter,
                "tab": "" if self.panel == "mapping" else self.panel,
            },
        }


def opened_at(source: Source) -> Opened | None:
    kind, name = source
    if kind == "sample":
        sample = sample_named(name)
        return STORE.sample(sample) if sample else None
    return STORE.get(name) if kind == "c" else None


def _conversation_in_url() -> dict[str, str]:
    return {name: value for name in _CONVERSATION if (value := st.query_params.get(name))}


def current_session() -> Session:
    """Return the session of this visitor. A new one is created from the URL."""
    if _NAME not in st.session_state:
        st.session_state[_NAME] = _from_link()
    kept: Session = st.session_state[_NAME]
    return kept


def _from_link() -> Session:
    parameters = st.query_params
    written = _conversation_in_url()
    kind = next((name for name in ("c", "sample") if parameters.get(name)), "")
    if not kind:
        return Session(written=written)
    message = parameters.get("message", "")
    return Session(
        source=(kind, parameters[kind]),
        target=parameters.get("target", ""),
        format=parameters.get("format", ""),
        sent_by=parameters.get("as", ""),
        selected=int(message) if message.isdecimal() and len(message) < 12 else None,
        filter=parameters.get("show", "all"),
        panel=one_of(parameters.get("tab"), PANELS),
        written=written,
    )
