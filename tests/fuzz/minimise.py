"""Reduce a failing input: remove everything that the failure does not need."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

from workbench.json.pointer import Path, containers, copied_along, leaves, replaced

_SHORT = 3
"""Characters of a text that are not cut further."""


def minimised(value: Any, fails: Callable[[Any], bool], seconds: float = 20.0) -> Any:
    """The smallest value found in that time for which `fails` is still true."""
    end = time.monotonic() + seconds
    while True:
        smaller = _one_pass(value, fails, end)
        if smaller is value or time.monotonic() > end:
            return smaller
        value = smaller


def _one_pass(value: Any, fails: Callable[[Any], bool], end: float) -> Any:
    """Every reduction once, large ones first. The same object comes back if none helped."""
    for reductions in (_without_runs, _inside, _without_keys, _shorter):
        progress = True
        while progress:
            progress = False
            for smaller in reductions(value):
                if time.monotonic() > end:
                    return value
                if fails(smaller):
                    value, progress = smaller, True
                    break
    return value


def _without_runs(value: Any) -> Iterator[Any]:
    """Halves, quarters … and single items of lists taken out, and pieces of a text that is the whole input."""
    if isinstance(value, str):
        yield from _without_pieces(value)
    for path, holder in containers(value):
        if isinstance(holder, list) and holder:
            for rest in _without_pieces(holder):
                yield replaced(value, path, rest)


def _without_pieces(items: Any) -> Iterator[Any]:
    size = len(items)
    while size:
        for start in range(0, len(items), size):
            yield items[:start] + items[start + size :]
        size //= 2


def _inside(value: Any) -> Iterator[Any]:
    """A container replaced by what it holds."""
    for path, holder in containers(value):
        for item in holder.values() if isinstance(holder, dict) else holder:
            if isinstance(item, (dict, list)):
                yield replaced(value, path, item)


def _without_keys(value: Any) -> Iterator[Any]:
    for path, holder in containers(value):
        if isinstance(holder, dict):
            yield from (_without_key(value, path, key) for key in holder)


def _without_key(value: Any, path: Path, key: str) -> Any:
    root, parent = copied_along(value, (*path, key))
    del parent[key]
    return root


def _shorter(value: Any) -> Iterator[Any]:
    """Long texts cut in half, other values made plain."""
    for path, leaf in leaves(value):
        if path and isinstance(leaf, str) and len(leaf) > _SHORT:
            yield replaced(value, path, leaf[: len(leaf) // 2])
        elif path and isinstance(leaf, (int, float)) and leaf not in (0, 1):
            yield replaced(value, path, 1)
