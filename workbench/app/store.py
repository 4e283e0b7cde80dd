"""Loaded conversations, in memory: each under a key that cannot be guessed, so that a link finds it again.

Whoever has the key sees the conversation, and nobody else does. The oldest are forgotten when there are too many.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable, Sequence
from threading import Lock, RLock

from workbench.checks.check import Progress, check
from workbench.conversation import Conversation
from workbench.detection import detected
from workbench.samples import Sample
from workbench.targets import default_target
from workbench.view.window import View

_MOST_CONVERSATIONS = 64
_MOST_MESSAGES = 1_000_000
_MOST_VIEWS = 4
_PATIENCE = 0.2


Source = tuple[str, str]
"""Where a conversation is found: `("c", key)` or `("sample", name)`."""


class Opened:
    """One loaded conversation and the views that were made of it."""

    def __init__(self, key: str, conversation: Conversation, target: str = "") -> None:
        self.key, self.conversation = key, conversation
        self.target = target or default_target(conversation)
        self.group: tuple[tuple[str, str], ...] = ()
        """Key and name of every conversation that was loaded together with this one."""
        self.past: tuple[Source, ...] = ()
        """Of a repaired one: the versions before each repair, the first one first."""
        self._views: OrderedDict[tuple[str, str], View] = OrderedDict()
        self._lock = Lock()
        self._told: tuple[str, int, int] | None = None

    def has_view(self, target: str = "", format: str = "") -> bool:  # noqa: A002
        """Whether the view is there already, so that asking for it takes no time."""
        return (target or self.target, format) in self._views

    def view(self, target: str = "", format: str = "", progress: Progress | None = None) -> View:  # noqa: A002 - the word users say
        """The conversation checked for a target, read as its own or another format.

        Whoever comes while it is being checked waits, and sees how far it is.
        """
        wanted = (target or self.target, format)
        while not self._lock.acquire(timeout=_PATIENCE):
            if progress and self._told:
                progress(*self._told)
        try:
            if wanted not in self._views:
                conversation = detected(self.conversation, format) if format else self.conversation
                self._views[wanted] = View(check(conversation, wanted[0], progress=self._telling(progress)))
            self._views.move_to_end(wanted)
            while len(self._views) > _MOST_VIEWS:
                self._views.popitem(last=False)
            return self._views[wanted]
        finally:
            self._told = None
            self._lock.release()

    def _telling(self, progress: Progress | None) -> Progress:
        def tell(what: str, done: int, of: int) -> None:
            self._told = (what, done, of)
            if progress:
                progress(what, done, of)

        return tell


class Store:
    def __init__(self) -> None:
        self._opened: OrderedDict[str, Opened] = OrderedDict()
        self._samples: dict[str, Opened] = {}
        self._lock = RLock()

    def put(self, conversations: Sequence[Conversation], target: str = "") -> list[Opened]:
        """Keep what was loaded together."""
        opened = [Opened(secrets.token_urlsafe(18), conversation, target) for conversation in conversations]
        group = tuple((one.key, one.conversation.name) for one in opened)
        with self._lock:
            for one in opened:
                one.group = group
                self._opened[one.key] = one
            self._forget()
        return opened

    def get(self, key: str) -> Opened | None:
        with self._lock:
            if key in self._opened:
                self._opened.move_to_end(key)
            return self._opened.get(key)

    def sample(self, sample: Sample) -> Opened:
        """Samples are the same for everyone, and are kept by name."""
        with self._lock:
            if sample.name not in self._samples:
                self._samples[sample.name] = Opened("", sample.load(), sample.target)
            return self._samples[sample.name]

    def _forget(self) -> None:
        size: Callable[[], int] = lambda: sum(len(one.conversation.messages) for one in self._opened.values())  # noqa: E731
        while len(self._opened) > 1 and (len(self._opened) > _MOST_CONVERSATIONS or size() > _MOST_MESSAGES):
            self._opened.popitem(last=False)


STORE = Store()
