"""Loaded conversations, each with a key that cannot be guessed, for links.

Everybody with the key sees the conversation. The latest conversations are in memory, the others are stored on this
computer, so links work after a restart too. Opening the same content again gives the same key.
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
from workbench.outputs.conversation_title import first_words
from workbench.samples import Sample, sample_named
from workbench.store.case_store import CaseStore, new_key
from workbench.store.cases import Version
from workbench.store.location import is_off, store_file
from workbench.targets import default_target
from workbench.view.repairs import REPAIRED
from workbench.view.verdict import base_name
from workbench.view.window import View

if TYPE_CHECKING:
    from workbench.doctor.previewed_repair import OpenedFile, WrittenFile

PASTED = "pasted"
"""The name of a pasted text."""
_MOST_CONVERSATIONS = 64
_MOST_MESSAGES = 1_000_000
_MOST_VIEWS = 4
_SECONDS_BETWEEN_REPORTS = 0.2


Source = tuple[str, str]
"""The identity of a conversation: `("c", key)` or `("sample", name)`."""


class Opened:
    """One loaded conversation and its views."""

    def __init__(self, key: str, conversation: Conversation, target: str = "") -> None:
        self.key, self.conversation = key, conversation
        self.target = target or default_target(conversation)
        self.group: tuple[tuple[str, str], ...] = ()
        """Key and label of every conversation that was loaded together with this one."""
        self.past: tuple[Source, ...] = ()
        """For a repaired conversation: the versions before each repair, oldest first."""
        self.file: bytes | OpenedFile | None = None
        """The file of the conversation, while the server runs: the bytes of an upload, or a file on this computer,
        which a repair can be written to."""
        self.written: WrittenFile | None = None
        """The file after a repair was written to it."""
        self._views: OrderedDict[tuple[str, str, str], View] = OrderedDict()
        self._lock = Lock()
        self._last_progress: tuple[str, int, int] | None = None

    def has_view(self, target: str = "", format: str = "", sent_by: str = "") -> bool:  # noqa: A002
        """Whether the view exists already."""
        return (target or self.target, format, sent_by) in self._views

    def view(
        self,
        target: str = "",
        format: str = "",  # noqa: A002 - the word that users know
        sent_by: str = "",
        progress: Progress | None = None,
    ) -> View:
        """Return the conversation checked for a target, if given as another format or sent by another program.

        A visitor who arrives during the check waits and sees its progress.
        """
        wanted = (target or self.target, format, sent_by)
        while not self._lock.acquire(timeout=_SECONDS_BETWEEN_REPORTS):
            if progress and self._last_progress:
                progress(*self._last_progress)
        try:
            if wanted not in self._views:
                conversation = detected(self.conversation, format) if format else self.conversation
                conversation = replace(conversation, sent_by=sent_by) if sent_by else conversation
                self._views[wanted] = View(check(conversation, wanted[0], progress=self._reporting(progress)))
            self._views.move_to_end(wanted)
            while len(self._views) > _MOST_VIEWS:
                self._views.popitem(last=False)
            return self._views[wanted]
        finally:
            self._last_progress = None
            self._lock.release()

    def _reporting(self, progress: Progress | None) -> Progress:
        def report(what: str, done: int, of: int) -> None:
            self._last_progress = (what, done, of)
            if progress:
                progress(what, done, of)

        return report


class Store:
    def __init__(self, cases: CaseStore | None = None) -> None:
        self.cases = cases or CaseStore(lambda: None)
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
        """Add conversations that were loaded together, or a repaired version with its past. Only an owner's are stored.

        `labels` are shown in the list of conversations; the default is their names."""
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
        return self.cases.keep(conversations, titles, target, past)

    def get(self, key: str) -> Opened | None:
        with self._lock:
            if key in self._opened:
                self._opened.move_to_end(key)
                return self._opened[key]
        version = self.cases.find(key) if key else None
        return self._restored(version) if version else None

    def _restored(self, version: Version) -> Opened:
        opened = Opened(version.key, version.conversation, version.target)
        opened.group, opened.past = version.siblings, version.past
        with self._lock:
            opened = self._opened.setdefault(version.key, opened)  # another visitor may have restored it meanwhile
            self._forget()
        return opened

    def delete(self, case: str) -> str:
        """Delete a case with all its versions. Return why that failed, or an empty text."""
        reason = self.cases.delete(case)
        with self._lock:
            for key in [key for key, one in self._opened.items() if ":".join((*one.past, ("c", key))[0]) == case]:
                del self._opened[key]
        return reason

    def delete_all(self) -> str:
        reason = self.cases.delete_all()
        with self._lock:
            self._opened.clear()
        return reason

    def keep_nothing(self) -> None:
        """Stop writing to and reading from the disk."""
        self.cases.close()
        self.cases = CaseStore(lambda: None)

    def sample(self, sample: Sample) -> Opened:
        """Return a sample. Samples are the same for everyone and are stored by name."""
        with self._lock:
            if sample.name not in self._samples:
                self._samples[sample.name] = Opened("", sample.load(), sample.target)
            return self._samples[sample.name]

    def _forget(self) -> None:
        size: Callable[[], int] = lambda: sum(len(one.conversation.messages) for one in self._opened.values())  # noqa: E731
        while len(self._opened) > 1 and (len(self._opened) > _MOST_CONVERSATIONS or size() > _MOST_MESSAGES):
            self._opened.popitem(last=False)


def title_of(source: Source, conversation: Conversation) -> str:
    """Return the title of a case: the title of a sample, the name of a file, or the first words of a pasted text."""
    sample = sample_named(source[1]) if source[0] == "sample" else None
    if sample:
        return sample.title
    name = base_name(conversation).removesuffix(REPAIRED)
    start = first_words(conversation) if name.startswith(PASTED) else ""
    return f"{name}: {start}" if start else name


STORE = Store(CaseStore(lambda: None if is_off() else store_file()))
