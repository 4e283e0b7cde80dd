"""The store as the page uses it: it never raises, and the page never waits long for the disk.

The file is opened at the first read or write. If that or a later write fails, `problem` explains it in one sentence and
everything continues in memory. Writes happen in order in the background; a failed write is retried before the next one.
"""

from __future__ import annotations

import atexit
import secrets
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from threading import Lock
from typing import TypeVar

from workbench.conversation import Conversation, KeptReplay
from workbench.defects import Part, report_defect
from workbench.store.background import Background
from workbench.store.cases import Cases, CaseState, RecentCase, Source, Version
from workbench.store.encoding import encode
from workbench.store.error import StoreError
from workbench.store.packing import Packed, Packing

MAX_CONVERSATION_BYTES = 256 << 20
"""The limit for one conversation with its file, uncompressed. A larger one is not kept."""
MAX_REPLAY_BYTES = 64 << 20
_MAX_PENDING = 200
_LONG_WAIT = 30.0
_SHORT_WAIT = 0.3
"""The time in seconds that the page may wait for pending writes."""
_Value = TypeVar("_Value")


def new_key() -> str:
    """Return an unguessable key: anyone who knows it can see the conversation."""
    return secrets.token_urlsafe(18)


class CaseStore:
    def __init__(self, file: Callable[[], Path | None]) -> None:
        """`file` returns the path of the store, or None to keep nothing."""
        self._file = file
        self._opened: Cases | None = None
        self._open_problem = ""
        self._access_problem = ""
        self._size_problem = ""
        self._pending: deque[Callable[[Cases], None]] = deque(maxlen=_MAX_PENDING)
        self._lock = Lock()
        self._background = Background()
        atexit.register(self.finish, _LONG_WAIT)

    @property
    def is_off(self) -> bool:
        """Whether nothing is kept."""
        return self._file() is None

    @property
    def place(self) -> str:
        return str(self._file() or "")

    @property
    def problem(self) -> str:
        """A sentence that explains why something is not kept; empty if there is no problem."""
        return self._open_problem or self._access_problem or self._size_problem

    def finish(self, seconds: float = _LONG_WAIT) -> bool:
        """Wait until everything is written and return whether it was written in time."""
        return self._background.finish(seconds)

    def close(self) -> None:
        self.finish()
        atexit.unregister(self.finish)
        if self._opened is not None:
            self._opened.close()

    # Writing.

    def keep(
        self, conversations: Sequence[Conversation], titles: Sequence[str], target: str, past: Sequence[Source] = ()
    ) -> list[str]:
        """Save the conversations of one file and return their keys; known content keeps the key it has."""
        if self._cases() is None:
            return [new_key() for _ in conversations]
        packing = Packing()
        all_packed = [packing.pack(conversation) for conversation in conversations]
        keys = [self._known_key(packed, past) or new_key() for packed in all_packed]
        siblings = [(key, conversation.name) for key, conversation in zip(keys, conversations, strict=True)]
        self._size_problem = ""
        for number, (key, packed) in enumerate(zip(keys, all_packed, strict=True)):
            if packed.size > MAX_CONVERSATION_BYTES:
                self._size_problem = _too_large("A conversation", MAX_CONVERSATION_BYTES)
                continue
            write = partial(Cases.keep, key=key, packed=packed, title=titles[number])
            self._write(partial(write, target=target, past=past, siblings=siblings, listed=number == 0))
        return keys

    def _known_key(self, packed: Packed, past: Sequence[Source]) -> str | None:
        return self._read(lambda cases: cases.key_of(packed.identity, past), None, _SHORT_WAIT)

    def keep_replay(self, source: Source, record: object, messages: int, in_table: bool, title: str) -> None:
        """Save a replay, given as plain data in which every key is masked."""
        if self._cases() is not None and len(encode(record)) > MAX_REPLAY_BYTES:
            self._size_problem = _too_large("A replay", MAX_REPLAY_BYTES)
            return
        self._write(lambda cases: cases.add_replay(source, record, messages, in_table, title))

    def keep_note(self, source: Source, note: str, title: str) -> None:
        self._write(lambda cases: cases.set_note(source, note, title))

    def save_state(self, source: Source, undone: Sequence[Source], target: str, verdict: str) -> None:
        undone = tuple(undone)
        self._write(lambda cases: cases.save_state(source, undone, target, verdict))

    # Reading.

    def find(self, key: str) -> Version | None:
        return self._read(lambda cases: cases.find(key), None, _LONG_WAIT)

    def replays(self, source: Source) -> list[KeptReplay]:
        return self._read(lambda cases: cases.replays(source), [], _SHORT_WAIT)

    def state(self, source: Source) -> CaseState:
        return self._read(lambda cases: cases.state(source), CaseState(), _SHORT_WAIT)

    def recent(self, limit: int) -> list[RecentCase]:
        return self._read(lambda cases: cases.recent(limit), [], _SHORT_WAIT)

    # Deleting.

    def delete(self, name: str) -> str:
        """Delete a case and return why that failed; empty if it is deleted."""
        return self._delete(lambda cases: cases.delete(name))

    def delete_all(self) -> str:
        return self._delete(Cases.delete_all)

    def _delete(self, change: Callable[[Cases], None]) -> str:
        """Delete after all pending writes, so that none of them brings the data back."""
        cases = self._cases()
        self.finish()
        if cases is None:
            return self._open_problem
        try:
            change(cases)
        except StoreError as error:
            return f"It could not be deleted. {error}."
        return ""

    def _cases(self) -> Cases | None:
        with self._lock:
            if self._opened is None and not self._open_problem and (file := self._file()) is not None:
                try:
                    self._opened = Cases(file)
                except StoreError as error:
                    self._open_problem = f"Nothing is kept on this computer, because the store cannot be used. {error}."
            return self._opened

    def _read(self, query: Callable[[Cases], _Value], default: _Value, wait: float) -> _Value:
        """Return the query's result, or the default. Waits up to so many seconds for pending writes."""
        cases = self._cases()
        if cases is None:
            return default
        self.finish(wait)
        try:
            return query(cases)
        except StoreError as error:
            self._access_problem = f"The store cannot be read. {error}."
            return default

    def _write(self, change: Callable[[Cases], None]) -> None:
        cases = self._cases()
        if cases is not None:
            self._background.add(lambda: self._apply_pending(cases, change))

    def _apply_pending(self, cases: Cases, change: Callable[[Cases], None]) -> None:
        self._pending.append(change)
        try:
            while self._pending:
                self._pending[0](cases)
                self._pending.popleft()
            self._access_problem = ""
        except StoreError as error:
            self._access_problem = f"The last changes are not saved yet. {error}."
        except Exception as defect:  # noqa: BLE001 - the thread must survive to write the other changes
            self._pending.popleft()
            self._access_problem = report_defect(Part.STORE, "saving", defect)


def _too_large(subject: str, limit: int) -> str:
    return f"{subject} of more than {limit >> 20} MB is not kept: it is lost when the workbench ends."
