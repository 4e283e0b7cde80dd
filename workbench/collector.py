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

_lock = Lock()


class collector_paused:
    """May be nested, and entered by several threads: the collector goes on when the last of them has left."""

    _pauses = 0
    _was_on = False

    def __enter__(self) -> None:
        with _lock:
            if collector_paused._pauses == 0:
                collector_paused._was_on = gc.isenabled()
                gc.disable()
            collector_paused._pauses += 1

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
        with _lock:
            collector_paused._pauses -= 1
            if collector_paused._pauses == 0 and collector_paused._was_on:
                gc.enable()
