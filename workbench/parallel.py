"""Process many documents on all cores if that is worthwhile, and yield results as they finish.

Starting a process takes a second, so a small batch is processed in this one. A large batch starts in this process too,
until the first worker process has answered, so that the first results appear immediately.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import chain, islice
from typing import Literal, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")
Work = Callable[[list[Item]], list[Result]]
"""Processes a bundle of documents. It must be a function of a module, so that a worker process can import it."""

SMALL_BATCH = 300
"""A batch with fewer documents than this finishes before a worker process would have started."""
_BUNDLE_SIZE = 16
_WORKER_NICENESS = 5
_BUNDLES_PER_WORKER = 3
"""Bundles that are submitted for each worker process, so that none is idle."""


def run_in_parallel(
    work: Work[Item, Result], items: Iterable[Item], stop: threading.Event | None = None
) -> Iterator[Result]:
    """Yield the results of all items, in any order if there are worker processes. Ends early if `stop` is set."""
    remaining = iter(items)
    first = list(islice(remaining, SMALL_BATCH))
    is_small = len(first) < SMALL_BATCH or (os.cpu_count() or 1) < 2
    bundles = _bundles(chain(first, remaining), stop or threading.Event())
    if not is_small:
        yield from run_in_processes(work, bundles)
        return
    for bundle in bundles:
        yield from work(bundle)


def _bundles(items: Iterator[Item], stop: threading.Event) -> Iterator[list[Item]]:
    while not stop.is_set() and (bundle := list(islice(items, _BUNDLE_SIZE))):
        yield bundle


def run_in_processes(work: Work[Item, Result], bundles: Iterator[list[Item]]) -> Iterator[Result]:
    """Start worker processes now, and return the results of all bundles as they finish."""
    count = os.cpu_count() or 1
    method = _start_method()
    pool = ProcessPoolExecutor(
        count, multiprocessing.get_context(method), initializer=_prepare_worker, initargs=(method == "spawn",)
    )
    pending: dict[Future[list[Result]], list[Item]] = {}
    unsubmitted = _submit(pool, work, bundles, pending, count * _BUNDLES_PER_WORKER)
    return _results(pool, work, chain(unsubmitted, bundles), pending, count * _BUNDLES_PER_WORKER)


def _submit(
    pool: ProcessPoolExecutor,
    work: Work[Item, Result],
    bundles: Iterator[list[Item]],
    pending: dict[Future[list[Result]], list[Item]],
    count: int,
) -> list[list[Item]]:
    """Submit bundles until `count` are pending. Return the one that could not be, because the workers were killed."""
    for bundle in islice(bundles, count - len(pending)):
        try:
            pending[pool.submit(work, bundle)] = bundle
        except BrokenProcessPool:
            return [bundle]
    return []


def _results(
    pool: ProcessPoolExecutor,
    work: Work[Item, Result],
    bundles: Iterator[list[Item]],
    pending: dict[Future[list[Result]], list[Item]],
    count: int,
) -> Iterator[Result]:
    workers_ready = False
    try:
        while True:
            for unsubmitted in _submit(pool, work, bundles, pending, count):
                for bundle in chain([unsubmitted], bundles):  # the rest is processed here
                    yield from work(bundle)
            if not pending:
                return
            done, _ = wait(pending, timeout=None if workers_ready else 0, return_when=FIRST_COMPLETED)
            for future in done:
                bundle = pending.pop(future)
                workers_ready = True
                yield from _result(future, work, bundle)
            if not workers_ready and (bundle_here := next(bundles, None)) is not None:
                yield from work(bundle_here)
            elif not workers_ready:
                workers_ready = True
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _result(future: Future[list[Result]], work: Work[Item, Result], bundle: list[Item]) -> list[Result]:
    """Return a worker's result, or process its bundle here if the worker was killed."""
    try:
        return future.result()
    except BrokenProcessPool:
        return work(bundle)


def _prepare_worker(is_next_to_page: bool) -> None:
    """Leave Ctrl-C to the process that waits for the results. Let one that serves the page run first: only a spawned
    worker runs next to such a process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if is_next_to_page and hasattr(os, "nice"):
        os.nice(_WORKER_NICENESS)


def _start_method() -> Literal["fork", "spawn"]:
    """Return `fork`, which starts fastest, unless another thread could hold a lock."""
    can_fork = "fork" in multiprocessing.get_all_start_methods() and threading.active_count() == 1
    return "fork" if can_fork else "spawn"
