"""Run one operation of the product. An exception or a timeout becomes a failure, and the rest continues."""

from __future__ import annotations

import signal
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import NamedTuple, TypeVar

from workbench import defects

defects.HIDDEN = False

Result = TypeVar("Result")

TIME_LIMIT = 5.0
"""Seconds of processor time for one operation on a document below 200 kB, so that a busy machine is not a failure."""
_PACKAGE = Path(__file__).parents[2] / "workbench"


class Failure(NamedTuple):
    """A promise that did not hold. Failures of one class have one cause, as far as can be told from outside."""

    promise: str
    format: str
    subject: str
    """The target or format that it was seen with."""
    detail: str

    @property
    def failure_class(self) -> str:
        return f"{self.promise} ({self.format})" if self.format else self.promise


class TooSlowError(BaseException):
    """Not an `Exception`, so that nothing that guards against those takes it for a defect of its own."""


class Attempts:
    """Collects the failures of one input."""

    def __init__(self, time_limit: float = TIME_LIMIT) -> None:
        self.failures: list[Failure] = []
        self._time_limit = time_limit

    def make(self, operation: str, subject: str, act: Callable[[], Result]) -> Result | None:
        """What the operation gives, or None after a failure."""
        try:
            with _limited(self._time_limit):
                return act()
        except TooSlowError:
            self.fail(f"{operation} is slow", "", subject, f"over {self._time_limit:g} s")
        except Exception as error:  # noqa: BLE001 - what is being looked for
            self.fail(f"{operation} raises {type(error).__name__} in {_place(error)}", "", subject, str(error)[:200])
        return None

    def fail(self, promise: str, format_name: str, subject: str, detail: str) -> None:
        self.failures.append(Failure(promise, format_name, subject, detail))


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    previous = signal.signal(signal.SIGPROF, _too_slow)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, previous)


def _too_slow(number: int, frame: FrameType | None) -> None:
    raise TooSlowError


def _place(error: Exception) -> str:
    """The innermost function of the product in the traceback."""
    frames = [
        frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).is_relative_to(_PACKAGE)
    ]
    if not frames:
        return "outside"
    return f"{Path(frames[-1].filename).relative_to(_PACKAGE).as_posix()} {frames[-1].name}"
