"""Batches of conversations to judge. Each has a key that cannot be guessed, stays in memory and runs in a thread."""

from __future__ import annotations

import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Sequence

from workbench.triage.case import Case, worst_first
from workbench.triage.documents import BatchFile, size_in_documents, with_unique_names
from workbench.triage.left_out import left_out_sentence
from workbench.triage.run import triage
from workbench.triage.table import KeptTable
from workbench.view.batch_progress import remaining_seconds

_MOST_BATCHES = 8


class Batch:
    """Cases are added while the thread runs. `stop` ends the thread and keeps the cases so far."""

    def __init__(
        self, sources: Sequence[BatchFile], target: str = "", in_order: bool = False, paths: Sequence[str] = ()
    ) -> None:
        """`in_order` sorts cases with the same verdict by the order of their files instead of by name.

        `paths` are the folders that the files come from."""
        self.key = secrets.token_urlsafe(18)
        self.sources, self.target = with_unique_names(sources), target
        self._order = {source.name: number for number, source in enumerate(self.sources)} if in_order else {}
        self.total = size_in_documents(self.sources)
        self.paths = tuple(paths)
        self.left_out = ""
        """Which files of folders and archives are not read; empty if all are."""
        self._documents: set[str] = set()
        self._cases: list[Case] = []
        self._sorted: tuple[int, list[Case]] = (0, [])
        self.table = KeptTable()
        self._stop = threading.Event()
        self._began = time.monotonic()
        self._ended: float | None = None
        self._first: tuple[int, float] | None = None
        """How many documents the first results were for, and when they came."""
        threading.Thread(target=self._work, name="triage", daemon=True).start()

    def _work(self) -> None:
        try:
            self.left_out = left_out_sentence(self.sources, self.paths)
            for cases in triage(self.sources, self.target or None, self._stop):
                self._cases += cases
                self._documents.update(case.document for case in cases)
                self._first = self._first or (len(self._documents), time.monotonic())
        finally:
            self._ended = time.monotonic()

    @property
    def documents(self) -> int:
        """The number of documents that have results. The last of them may not be complete."""
        return len(self._documents)

    @property
    def running(self) -> bool:
        return self._ended is None

    @property
    def stopped(self) -> bool:
        return self._stop.is_set()

    @property
    def seconds(self) -> float:
        return (self._ended or time.monotonic()) - self._began

    @property
    def seconds_left(self) -> float | None:
        """The estimated time for the rest, or None if it cannot be estimated yet or is not going to be checked."""
        if not self.running or self.stopped or self._first is None:
            return None
        first, when = self._first
        return remaining_seconds(self.documents, self.total, first, time.monotonic() - when)

    @property
    def cases(self) -> list[Case]:
        """The cases so far, the worst first."""
        count = len(self._cases)
        if self._sorted[0] != count:
            listed = sorted(self._cases[:count], key=lambda case: self._order.get(case.document, 0))
            self._sorted = (
                count,
                sorted(listed, key=lambda case: case.rank[0]) if self._order else worst_first(listed),
            )
        return self._sorted[1]

    def stop(self) -> None:
        self._stop.set()


class Batches:
    def __init__(self) -> None:
        self._kept: OrderedDict[str, Batch] = OrderedDict()
        self._lock = threading.Lock()

    def begin(
        self, sources: Sequence[BatchFile], target: str = "", in_order: bool = False, paths: Sequence[str] = ()
    ) -> Batch:
        batch = Batch(sources, target, in_order, paths)
        with self._lock:
            self._kept[batch.key] = batch
            while len(self._kept) > _MOST_BATCHES:
                _, oldest = self._kept.popitem(last=False)
                oldest.stop()
        return batch

    def begin_with(self, earlier: Batch, sources: Sequence[BatchFile], paths: Sequence[str] = ()) -> Batch:
        """Begin a batch of the files of an earlier one and more, which come from `paths`."""
        return self.begin([*earlier.sources, *sources], earlier.target, paths=[*earlier.paths, *paths])

    def get(self, key: str) -> Batch | None:
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)


BATCHES = Batches()
