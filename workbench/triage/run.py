"""Judge a batch: documents → cases, as they come."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from functools import partial

from workbench.conversation import Conversation
from workbench.defects import Part, report_defect
from workbench.loading import LoadError
from workbench.loading.error import DefectiveReading
from workbench.triage.case import Case
from workbench.triage.documents import Given, opened
from workbench.triage.judging import judged, unreadable
from workbench.triage.spread import spread

_LARGE = 4_000_000
"""Bytes. A document of this size may hold any number of conversations, whose cases should not wait for each other."""


def triage(
    sources: Iterable[Given], target: str | None = None, stop: threading.Event | None = None
) -> Iterator[list[Case]]:
    """The cases of every document in the order in which they are done. Nothing is left out but by `stop`."""
    large: list[Given] = []
    yield from spread(partial(_judged, target=target), _small(sources, large), stop)
    for source in large:
        for number, item in enumerate(source.items()):
            if stop is not None and stop.is_set():
                return
            yield [_case(item, source.name, number, target)]


def _small(sources: Iterable[Given], large: list[Given]) -> Iterator[Given | LoadError]:
    for source in opened(sources):
        if isinstance(source, Given) and _is_large(source):
            large.append(source)
        else:
            yield source


def _is_large(source: Given) -> bool:
    try:
        return source.size > _LARGE
    except OSError:
        return False  # its reader tells what is wrong with it


def _judged(sources: list[Given | LoadError], target: str | None) -> list[list[Case]]:
    return [_cases(source, target) for source in sources]


def _cases(source: Given | LoadError, target: str | None) -> list[Case]:
    if isinstance(source, LoadError):
        return [unreadable(source, source.name, 0)]
    return [_case(item, source.name, number, target) for number, item in enumerate(source.items())]


def _case(item: Conversation | LoadError, document: str, number: int, target: str | None) -> Case:
    """A defect of the workbench costs one row, which says so."""
    if isinstance(item, LoadError):
        return unreadable(item, document, number)
    try:
        return judged(item, document, number, target)
    except Exception as defect:  # noqa: BLE001 - whatever it is, it is reported
        defect_text = report_defect(Part.RULE, "the triage of a conversation", defect)
        return unreadable(DefectiveReading(defect_text, document), document, number)
