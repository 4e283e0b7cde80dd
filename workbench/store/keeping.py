"""Keeping: the store as the page uses it. It never raises and never makes a page wait for the disk.

The file is opened when something is first kept or looked for. If that fails, or a later write does, `trouble` says so
in one sentence, and everything goes on in memory. Writes happen in order in the background; what could not be written
is tried again, before anything else, with the next write.
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
from workbench.store.cases import Cases, RecentCase, Source, Standing, Version
from workbench.store.error import StoreError
from workbench.store.exact import encode
from workbench.store.packing import Packing

LARGEST = 256 << 20
"""Bytes of one conversation, with the file it was found in, before they are compressed. A larger one is not kept."""
LARGEST_REPLAY = 64 << 20
_MOST_WAITING = 200
_PATIENCE = 30.0
_MOMENT = 0.3
"""Seconds: as long as the page may wait for a small write; a large one is not waited for."""
_Value = TypeVar("_Value")


def new_key() -> str:
    """A key that cannot be guessed: whoever has it sees the conversation."""
    return secrets.token_urlsafe(18)


class Keeping:
    def __init__(self, file: Callable[[], Path | None]) -> None:
        """`file` says where; if it is nowhere, nothing is kept."""
        self._file = file
        self._opened: Cases | None = None
        self._cannot = ""
        self._unwritten = ""
        self._too_large = ""
        self._waiting: deque[Callable[[Cases], None]] = deque(maxlen=_MOST_WAITING)
        self._lock = Lock()
        self._background = Background()
        atexit.register(self.finish, _PATIENCE)

    @property
    def is_off(self) -> bool:
        """Nobody asked for anything to be kept."""
        return self._file() is None

    @property
    def place(self) -> str:
        return str(self._file() or "")

    @property
    def trouble(self) -> str:
        """Why something is not kept, in a sentence; empty if all is well."""
        return self._cannot or self._unwritten or self._too_large

    def finish(self, seconds: float = _PATIENCE) -> bool:
        """Wait until everything is written."""
        return self._background.finish(seconds)

    def close(self) -> None:
        self.finish()
        atexit.unregister(self.finish)
        if self._opened is not None:
            self._opened.close()

    # What is kept.

    def keep(
        self, conversations: Sequence[Conversation], titles: Sequence[str], target: str, past: Sequence[Source] = ()
    ) -> list[str]:
        """The keys under which conversations that came together will be found: the known ones, where they are known."""
        if self._cases() is None:
            return [new_key() for _ in conversations]
        packing = Packing()
        packed = [packing.pack(conversation) for conversation in conversations]
        known = partial(partial, Cases.key_of, past=past)
        keys = [self._asked(known(identity=one.identity), None, _MOMENT) or new_key() for one in packed]
        siblings = [(key, one.name) for key, one in zip(keys, conversations, strict=True)]
        self._too_large = ""
        for number, (key, one) in enumerate(zip(keys, packed, strict=True)):
            if one.size > LARGEST:
                self._too_large = _too_large("A conversation", LARGEST)
                continue
            write = partial(Cases.keep, key=key, packed=one, title=titles[number])
            self._write(partial(write, target=target, past=past, siblings=siblings, listed=number == 0))
        return keys

    def keep_replay(self, source: Source, record: object, messages: int, in_table: bool, title: str) -> None:
        """`record` is a replay as plain data, in which every key has been masked."""
        if self._cases() is not None and len(encode(record)) > LARGEST_REPLAY:
            self._too_large = _too_large("A replay", LARGEST_REPLAY)
            return
        self._write(lambda cases: cases.add_replay(source, record, messages, in_table, title))

    def keep_note(self, source: Source, note: str, title: str) -> None:
        self._write(lambda cases: cases.set_note(source, note, title))

    def leave(self, source: Source, undone: Sequence[Source], target: str, verdict: str) -> None:
        undone = tuple(undone)
        self._write(lambda cases: cases.leave(source, undone, target, verdict))

    # What is found again.

    def find(self, key: str) -> Version | None:
        return self._asked(lambda cases: cases.find(key), None, _PATIENCE)

    def replays(self, source: Source) -> list[KeptReplay]:
        return self._asked(lambda cases: cases.replays(source), [], _MOMENT)

    def standing(self, source: Source) -> Standing:
        return self._asked(lambda cases: cases.standing(source), Standing(), _MOMENT)

    def recent(self, most: int) -> list[RecentCase]:
        return self._asked(lambda cases: cases.recent(most), [], _MOMENT)

    # What is deleted.

    def delete(self, name: str) -> str:
        """Why it could not be deleted; empty if nothing of it is left."""
        return self._delete(lambda cases: cases.delete(name))

    def delete_all(self) -> str:
        return self._delete(Cases.delete_all)

    def _delete(self, change: Callable[[Cases], None]) -> str:
        """After what is still to be written, so that nothing of it comes afterwards."""
        cases = self._cases()
        self.finish()
        if cases is None:
            return self._cannot
        try:
            change(cases)
        except StoreError as fault:
            return f"It could not be deleted. {fault}."
        return ""

    def _cases(self) -> Cases | None:
        with self._lock:
            if self._opened is None and not self._cannot and (file := self._file()) is not None:
                try:
                    self._opened = Cases(file)
                except StoreError as fault:
                    self._cannot = f"Nothing is kept on this computer, because the store cannot be used. {fault}."
            return self._opened

    def _asked(self, question: Callable[[Cases], _Value], otherwise: _Value, wait: float = 0.0) -> _Value:
        """The answer. So many seconds it waits for what was to be written before."""
        cases = self._cases()
        if cases is None:
            return otherwise
        if wait:
            self.finish(wait)
        try:
            return question(cases)
        except StoreError as fault:
            self._unwritten = f"The store cannot be read. {fault}."
            return otherwise

    def _write(self, change: Callable[[Cases], None]) -> None:
        cases = self._cases()
        if cases is not None:
            self._background.add(lambda: self._written(cases, change))

    def _written(self, cases: Cases, change: Callable[[Cases], None]) -> None:
        self._waiting.append(change)
        try:
            while self._waiting:
                self._waiting[0](cases)
                self._waiting.popleft()
            self._unwritten = ""
        except StoreError as fault:
            self._unwritten = f"The last changes are not saved yet. {fault}."
        except Exception as defect:  # noqa: BLE001 - the thread must live, and the others be written
            self._waiting.popleft()
            self._unwritten = report_defect(Part.STORE, "saving", defect)


def _too_large(what: str, limit: int) -> str:
    return f"{what} of more than {limit >> 20} MB is not kept: it is gone when the workbench ends."
