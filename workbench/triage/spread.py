"""The same work for many documents, on all cores where that pays, with results as they come.

A process takes a second to begin, so a small batch is worked off here. A large one begins here too, until the first
process has answered: whoever waits sees results at once.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import chain, islice
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")
Work = Callable[[list[Item]], list[Result]]
"""What is done with a bundle of documents. It must be a plain function of a module, so that a process can find it."""

SMALL_BATCH = 300
"""So many documents are worked off sooner than a process begins."""
_TOGETHER = 16
_POLITE = 5
_AHEAD = 3
"""Bundles that wait for each process, so that none is idle."""


def spread(work: Work[Item, Result], items: Iterable[Item], stop: threading.Event | None = None) -> Iterator[Result]:
    """The results of all items; with several processes in any order. Ends early, with what came, once `stop` is set."""
    coming = iter(items)
    first = list(islice(coming, SMALL_BATCH))
    small = len(first) < SMALL_BATCH or (os.cpu_count() or 1) < 2
    bundles = _bundles(chain(first, coming), stop or threading.Event())
    if not small:
        yield from _in_processes(work, bundles)
        return
    for bundle in bundles:
        yield from work(bundle)


def _bundles(items: Iterator[Item], stop: threading.Event) -> Iterator[list[Item]]:
    while not stop.is_set() and (bundle := list(islice(items, _TOGETHER))):
        yield bundle


def _in_processes(work: Work[Item, Result], bundles: Iterator[list[Item]]) -> Iterator[Result]:
    count = os.cpu_count() or 1
    way = _way_to_begin()
    pool = ProcessPoolExecutor(
        count, multiprocessing.get_context(way), initializer=_give_way if way == "spawn" else None
    )
    waiting: dict[Future[list[Result]], list[Item]] = {}
    warm = False
    try:
        while True:
            for bundle in islice(bundles, count * _AHEAD - len(waiting)):
                try:
                    waiting[pool.submit(work, bundle)] = bundle
                except BrokenProcessPool:  # its processes were ended from outside: what is left is worked off here
                    for left in chain([bundle], bundles):
                        yield from work(left)
            if not waiting:
                return
            done, _ = wait(waiting, timeout=None if warm else 0, return_when=FIRST_COMPLETED)
            for future in done:
                bundle = waiting.pop(future)
                warm = True
                yield from _answer(future, work, bundle)
            if not warm and (bundle_here := next(bundles, None)) is not None:
                yield from work(bundle_here)
            elif not warm:
                warm = True
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _answer(future: Future[list[Result]], work: Work[Item, Result], bundle: list[Item]) -> list[Result]:
    """A process that was ended from outside has answered nothing: its bundle is worked off here."""
    try:
        return future.result()
    except BrokenProcessPool:
        return work(bundle)


def _give_way() -> None:
    """Beside a process of several threads, which serves a page: whoever looks at it goes first."""
    if hasattr(os, "nice"):
        os.nice(_POLITE)


def _way_to_begin() -> str:
    """A copy of this process begins at once, but may only be made while no other thread holds a lock."""
    can_copy = "fork" in multiprocessing.get_all_start_methods() and threading.active_count() == 1
    return "fork" if can_copy else "spawn"
