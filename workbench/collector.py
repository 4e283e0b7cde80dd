"""Python's cycle collector, paused while a history is read or judged.

A history is a tree: nothing in it is a cycle. Yet the collector walks over all of its objects again and again while
they are made, and finds nothing; on a long history that is half of the time.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import wraps
from threading import Lock
from types import TracebackType
from typing import ParamSpec, TypeVar

Given = ParamSpec("Given")
Made = TypeVar("Made")


class _Pauses:
    """How many there are at this moment, of all threads. One object, because changing a class is slow."""

    def __init__(self) -> None:
        self.lock, self.count, self.was_on = Lock(), 0, False


_pauses = _Pauses()


class collector_paused:
    """May be nested, and entered by several threads: the collector goes on when the last of them has left."""

    def __enter__(self) -> None:
        with _pauses.lock:
            if _pauses.count == 0:
                _pauses.was_on = gc.isenabled()
                gc.disable()
            _pauses.count += 1

    def __call__(self, work: Callable[Given, Made]) -> Callable[Given, Made]:
        """A function that runs in a pause. Without the context that the standard library makes anew for every call."""

        @wraps(work)
        def paused(*given: Given.args, **named: Given.kwargs) -> Made:
            with self:
                return work(*given, **named)

        return paused

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with _pauses.lock:
            _pauses.count -= 1
            if _pauses.count == 0 and _pauses.was_on:
                gc.enable()
