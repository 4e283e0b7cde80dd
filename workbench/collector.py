"""Python's cycle collector, paused while a history is read or judged.

A history is a tree: nothing in it is a cycle. Yet the collector walks over all of its objects again and again while
they are made, and finds nothing; on a long history that is half of the time.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

_lock = Lock()
_pauses = 0
_was_on = False


@contextmanager
def collector_paused() -> Iterator[None]:
    """May be nested, and entered by several threads: the collector goes on when the last of them has left."""
    global _pauses, _was_on
    with _lock:
        if _pauses == 0:
            _was_on = gc.isenabled()
            gc.disable()
        _pauses += 1
    try:
        yield
    finally:
        with _lock:
            _pauses -= 1
            if _pauses == 0 and _was_on:
                gc.enable()
