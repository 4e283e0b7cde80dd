"""Judge the documents of a batch and yield their cases as they finish."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, islice

from workbench import parallel
from workbench.conversation import Conversation
from workbench.defects import Part, report_defect
from workbench.loading import LoadError
from workbench.loading.error import DefectiveReading
from workbench.triage.case import Case
from workbench.triage.documents import BatchFile, unpacked
from workbench.triage.judging import judge, unreadable

_LARGE_BYTES = 4_000_000
"""A larger document may contain many conversations, which are judged one by one so that each is shown at once."""


def triage(
    sources: Iterable[BatchFile], target: str | None = None, stop: threading.Event | None = None
) -> Iterator[list[Case]]:
    """Yield cases as they finish, of one document or a part of it; `stop` ends it early.

    A few documents can contain thousands of conversations, so they are judged one by one in this process.
    """
    large: list[BatchFile] = []
    small = _small(sources, large)
    first = list(islice(small, parallel.SMALL_BATCH))
    if len(first) < parallel.SMALL_BATCH:
        yield from _one_by_one([*first, *large], target, stop)
        return
    yield from parallel.run_in_parallel(partial(_judge_all, target=target), chain(first, small), stop)
    yield from _one_by_one(large, target, stop)


def _one_by_one(
    sources: Sequence[BatchFile | LoadError], target: str | None, stop: threading.Event | None
) -> Iterator[list[Case]]:
    for source in sources:
        for case in _cases(source, target):
            yield [case]
            if stop is not None and stop.is_set():
                return


def _small(sources: Iterable[BatchFile], large: list[BatchFile]) -> Iterator[BatchFile | LoadError]:
    """Yield the small documents and collect the large ones in `large`."""
    for source in unpacked(sources):
        if isinstance(source, BatchFile) and _is_large(source):
            large.append(source)
        else:
            yield source


def _is_large(source: BatchFile) -> bool:
    try:
        return source.size > _LARGE_BYTES
    except OSError:
        return False  # reading it will report the error


def _judge_all(sources: list[BatchFile | LoadError], target: str | None) -> list[list[Case]]:
    return [list(_cases(source, target)) for source in sources]


def _cases(source: BatchFile | LoadError, target: str | None) -> Iterator[Case]:
    if isinstance(source, LoadError):
        yield unreadable(source, source.name, 0)
        return
    for number, item in enumerate(source.items()):
        yield _case(item, source.name, number, target)


def _case(item: Conversation | LoadError, document: str, number: int, target: str | None) -> Case:
    """Return the case of one item. A defect of the workbench is reported in its row and does not affect the others."""
    if isinstance(item, LoadError):
        return unreadable(item, document, number)
    try:
        return judge(item, document, number, target)
    except Exception as defect:  # noqa: BLE001 - a defect in one row must not stop the batch
        defect_text = report_defect(Part.RULE, "the triage of a conversation", defect)
        return unreadable(DefectiveReading(defect_text, document), document, number)
