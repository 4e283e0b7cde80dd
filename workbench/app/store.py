"""Loaded conversations: each under a key that cannot be guessed, so that a link finds it again.

Everybody with the key sees the conversation. The latest are in memory; the others are kept on this computer, so a
link leads back after a restart too. What is opened again is found by its content and has the key it had.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from threading import Lock, RLock
from typing import TYPE_CHECKING

from msgspec.structs import replace

from workbench.app.visitor import is_owner
from workbench.checks.check import Progress, check
from workbench.conversation import Conversation
from workbench.detection import detected
from workbench.samples import Sample, sample_named
from workbench.store.case_store import CaseStore, new_key
from workbench.store.cases import Version
from workbench.store.location import is_off, store_file
from workbench.targets import default_target
from workbench.view.picker import first_words
from workbench.view.repairs import REPAIRED
from workbench.view.verdict import base_name
from workbench.view.window import View

if TYPE_CHECKING:
    from workbench.doctor.shown_repair import OpenedFile, WrittenFile

PASTED = "pasted"
"""The name of a text that was pasted."""
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
        self.file: bytes | OpenedFile | None = None
        """The file that it was read from, as long as the server runs: its bytes if it was uploaded, else the file
        itself, which a repair can be written into."""
        self.written: WrittenFile | None = None
        """The same file once a repair was written into it."""
        self._views: OrderedDict[tuple[str, str, str], View] = OrderedDict()
        self._lock = Lock()
        self._told: tuple[str, int, int] | None = None

    def has_view(self, target: str = "", format: str = "", sent_by: str = "") -> bool:  # noqa: A002
        """Whether the view is there already, so that asking for it takes no time."""
        return (target or self.target, format, sent_by) in self._views

    def view(
        self,
        target: str = "",
        format: str = "",  # noqa: A002 - the word users say
        sent_by: str = "",
        progress: Progress | None = None,
    ) -> View:
        """The conversation checked for a target, read as its own or another format, sent by its own or another program.

        A visitor who comes while it is being checked waits, and sees how far it is.
        """
        wanted = (target or self.target, format, sent_by)
        while not self._lock.acquire(timeout=_PATIENCE):
            if progress and self._told:
                progress(*self._told)
        try:
            if wanted not in self._views:
                conversation = detected(self.conversation, format) if format else self.conversation
                conversation = replace(conversation, sent_by=sent_by) if sent_by else conversation
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
    def __init__(self, kept: CaseStore | None = None) -> None:
        self.kept = kept or CaseStore(lambda: None)
        self._opened: OrderedDict[str, Opened] = OrderedDict()
        self._samples: dict[str, Opened] = {}
        self._lock = RLock()

    def put(
        self,
        conversations: Sequence[Conversation],
        target: str = "",
        past: Sequence[Source] = (),
        labels: Sequence[str] = (),
    ) -> list[Opened]:
        """What was loaded together, or a repaired version after those in its past. What others open is not kept.

        Without labels each is called by its name where one of them is chosen."""
        keys = self._keys(conversations, target, past)
        opened = [Opened(key, one, target) for key, one in zip(keys, conversations, strict=True)]
        names = labels or [one.name for one in conversations]
        group = tuple((one.key, name) for one, name in zip(opened, names, strict=True))
        with self._lock:
            for one in opened:
                one.group, one.past = group, tuple(past)
                self._opened[one.key] = one
            self._forget()
        return opened

    def _keys(self, conversations: Sequence[Conversation], target: str, past: Sequence[Source]) -> list[str]:
        if not is_owner():
            return [new_key() for _ in conversations]
        titles = [title_of(past[0] if past else ("", ""), one) for one in conversations]
        return self.kept.keep(conversations, titles, target, past)

    def get(self, key: str) -> Opened | None:
        with self._lock:
            if key in self._opened:
                self._opened.move_to_end(key)
                return self._opened[key]
        version = self.kept.find(key) if key else None
        return self._restored(version) if version else None

    def _restored(self, version: Version) -> Opened:
        opened = Opened(version.key, version.conversation, version.target)
        opened.group, opened.past = version.siblings, version.past
        with self._lock:
            opened = self._opened.setdefault(version.key, opened)  # another visitor may have been faster
            self._forget()
        return opened

    def delete(self, case: str) -> str:
        """Delete a case with all its versions; why that was not possible, or an empty text."""
        reason = self.kept.delete(case)
        with self._lock:
            for key in [key for key, one in self._opened.items() if ":".join((*one.past, ("c", key))[0]) == case]:
                del self._opened[key]
        return reason

    def delete_all(self) -> str:
        reason = self.kept.delete_all()
        with self._lock:
            self._opened.clear()
        return reason

    def keep_nothing(self) -> None:
        """From now on nothing is written to the disk, and nothing is read from there."""
        self.kept.close()
        self.kept = CaseStore(lambda: None)

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


def title_of(source: Source, conversation: Conversation) -> str:
    """What a case is called in the list: a sample by its title, another by its name, what was pasted by its words."""
    sample = sample_named(source[1]) if source[0] == "sample" else None
    if sample:
        return sample.title
    name = base_name(conversation).removesuffix(REPAIRED)
    words = first_words(conversation) if name.startswith(PASTED) else ""
    return f"{name}: {words}" if words else name


STORE = Store(CaseStore(lambda: None if is_off() else store_file()))
