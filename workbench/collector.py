"""Pause Python's cycle collector while a history is read or judged.

A history is a tree without cycles, but the collector examines all of its objects again and again while they are
created. On a long history that would take half of the time.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import wraps
from threading import Lock
from types import TracebackType
from typing import ParamSpec, TypeVar

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


class _Pauses:
    """The number of current pauses in all threads. The state is in an instance, because changing a class is slow."""

    def __init__(self) -> None:
        self.lock, self.count, self.was_on = Lock(), 0, False


_pauses = _Pauses()


class collector_paused:
    """A context manager and decorator that pauses the collector.

    It can be nested and entered by several threads; the collector resumes when the last of them leaves.
    """

    def __enter__(self) -> None:
        with _pauses.lock:
            if _pauses.count == 0:
                _pauses.was_on = gc.isenabled()
                gc.disable()
            _pauses.count += 1

    def __call__(self, function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
        """Decorate a function. `contextlib.ContextDecorator` would create a new context for every call."""

        @wraps(function)
        def paused(*arguments: Parameters.args, **keywords: Parameters.kwargs) -> Result:
            with self:
                return function(*arguments, **keywords)

        return paused

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with _pauses.lock:
            _pauses.count -= 1
            if _pauses.count == 0 and _pauses.was_on:
                gc.enable()
