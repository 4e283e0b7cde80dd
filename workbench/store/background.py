"""Run writes one after another in a separate thread, so that a page never waits for the disk."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable


class Background:
    """A queue of tasks; each handles its own exceptions. The thread ends with the program."""

    def __init__(self) -> None:
        self._tasks: deque[Callable[[], None]] = deque()
        self._changed = threading.Condition()
        self._busy = False
        self._thread: threading.Thread | None = None

    def add(self, task: Callable[[], None]) -> None:
        with self._changed:
            self._tasks.append(task)
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="store", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def finish(self, seconds: float | None = None) -> bool:
        """Wait until all tasks are done and return whether they were done in time."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._tasks and not self._busy, seconds)

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: bool(self._tasks))
                task = self._tasks.popleft()
                self._busy = True
            try:
                task()
            finally:
                with self._changed:
                    self._busy = False
                    self._changed.notify_all()
