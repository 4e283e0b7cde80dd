"""One person's state: what is open, what is looked at, what was replayed. Nothing here is shared with anyone.

What a link must find again is in the URL: which conversation, message, target, format and filter. Never a key, never
content. Another conversation, target or format is a step of the browser's history, which Streamlit writes. The details
of what is looked at change in place: the component writes them, so that the back button leads out of a conversation.
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
from workbench.view.page_request import PANELS
from workbench.view.proposals import Choice
from workbench.view.protocol import Address, Reader
from workbench.view.responses import ReplayAnswer
from workbench.view.versions import BEFORE
from workbench.view.window import View

_NAME = "workbench-session"
_CONVERSATION = ("c", "sample", "target", "format", "as")
"""The parameters of the URL that name a conversation and how it is read and judged."""


@dataclass
class Session:
    source: Source = ("", "")
    """`("c", key)` or `("sample", name)`; empty on the first screen."""
    target: str = ""
    format: str = ""
    sent_by: str = ""
    """The program whose way of sending is looked at, where one was chosen."""
    selected: int | None = None
    filter: str = "all"
    panel: str = "mapping"
    view: str = "stages"
    section: str = ""
    """repair or replay, where one is open."""
    choice: Choice = None
    """The fixes that are ticked; None for those that are safe."""
    wanted: str = BEFORE
    """Which version is looked at: before, after, or both."""
    shows_applied: bool = False
    """The other version is the one before the last repair, not one with the fixes that are ticked."""
    done: int = 0
    """The last command that was carried out."""
    undone: list[Source] = field(default_factory=list)
    """Repaired versions that were taken back."""
    note: str = ""
    """What the user wrote about the case."""
    is_recalled: bool = False
    """The note and the versions that were taken back have been looked for in the store."""
    recalled: set[str] = field(default_factory=set)
    """Versions whose earlier replays have been looked for in the store."""
    left: tuple[object, ...] = ()
    """How the case was last left, as the store knows it."""
    notes: dict[str, dict[int, JsonObject]] = field(default_factory=dict)
    """Conversation → message → what the last replay says there: why it was refused, how the answer differs."""
    live: dict[str, dict[int, ReplayAnswer]] = field(default_factory=dict)
    """Conversation → message → the response that a replay gave after it."""
    replays: dict[str, list[ReplayRecord]] = field(default_factory=dict)
    in_table: dict[str, set[str]] = field(default_factory=dict)
    """Conversation → the keys of its replays whose answer or refusal is shown in the table."""
    went_to: int | None = None
    """The position in the list that the last command led to."""
    located: str = ""
    clip: tuple[int, str] = (0, "")
    reader: Reader | None = None
    """The value that the last command opened."""
    scroll: int = 0
    error: str = ""
    """A provider's error that was pasted before there was a conversation to look for it in."""
    message: str = ""
    """What to say on the first screen when a link leads to nothing."""
    written: dict[str, str] = field(default_factory=dict)
    """The conversation that the URL names; if it names another, the person went back or forth."""
    travelled: bool = False
    """The browser's back or forward button led here: what the URL says goes before what the page last asked."""

    @property
    def name(self) -> str:
        return ":".join(self.source)

    def opened(self) -> Opened | None:
        return opened_at(self.source)

    def view_of(self, opened: Opened, progress: Progress | None = None) -> View:
        """A conversation read, judged and sent as chosen; a choice that a link has wrong is none."""
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
        """The versions before each repair. They are kept with the conversation, so a reload finds them."""
        opened = self.opened()
        return opened.past if opened else ()

    def open(self, kind: str, name: str, target: str = "") -> None:
        """Another conversation: what was looked at in the last one is forgotten."""
        st.session_state[_NAME] = self._fresh(Session(source=(kind, name), target=target, error=self.error))
        session().mirror()

    def go_on(self, source: Source) -> None:
        """Another version of the same conversation: what is looked at stays."""
        self.source, self.choice = source, None
        self.mirror()

    def _fresh(self, other: Session) -> Session:
        """Replays and keys of commands outlive the conversation that is open."""
        other.done, other.scroll, other.view = self.done, self.scroll, self.view
        other.live, other.replays, other.notes = self.live, self.replays, self.notes
        other.in_table = self.in_table
        other.recalled = self.recalled
        return other

    def forget_replays(self) -> None:
        """After a deletion: what other cases have is found in the store again."""
        for kept in (self.live, self.replays, self.notes, self.in_table):
            kept.clear()
        self.recalled.clear()

    def close(self) -> None:
        st.session_state[_NAME] = self._fresh(Session())
        st.query_params.clear()

    def follow_link(self) -> None:
        """Go where the URL says, if the person went back or forth in the browser's history."""
        if _conversation_in_url() == self.written:
            return
        there = self._fresh(_from_link())
        there.done += 1  # to the page this is a command that it has not seen yet
        there.travelled = True
        if there.source == self.source:
            there.section, there.undone, there.wanted = self.section, self.undone, self.wanted
            there.note, there.is_recalled = self.note, self.is_recalled
        st.session_state[_NAME] = there

    def mirror(self) -> None:
        """Write into the URL which conversation is open, if it names another one."""
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


def session() -> Session:
    """The session of this visitor, begun from the link they came by."""
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
    panel = parameters.get("tab", "mapping")
    return Session(
        source=(kind, parameters[kind]),
        target=parameters.get("target", ""),
        format=parameters.get("format", ""),
        sent_by=parameters.get("as", ""),
        selected=int(message) if message.isdecimal() and len(message) < 12 else None,
        filter=parameters.get("show", "all"),
        panel=panel if panel in PANELS else "mapping",
        written=written,
    )
