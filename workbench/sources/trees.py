"""Conversations stored as trees: every entry names its parent, and one path through them is the conversation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

Key = TypeVar("Key", str, int)


def path_to(leaf: Key, parents: Mapping[Key, Key | None]) -> list[Key]:
    """From the root to a leaf. A loop is cut where it closes, a parent that is not there ends the walk."""
    path: list[Key] = []
    seen: set[Key] = set()
    at: Key | None = leaf
    while at is not None and at in parents and at not in seen:
        seen.add(at)
        path.append(at)
        at = parents[at]
    return path[::-1]


def leaves_of(parents: Mapping[Key, Key | None]) -> list[Key]:
    """Entries that nobody names as parent, in their order."""
    named = set(parents.values())
    return [key for key in parents if key not in named]


def roots_of(parents: Mapping[Key, Key | None]) -> dict[Key, Key]:
    """Every entry → the root that it hangs from, each entry walked over once."""
    roots: dict[Key, Key] = {}
    for key in parents:
        way: list[Key] = []
        seen: set[Key] = set()
        at = key
        while at not in roots and at not in seen:
            seen.add(at)
            way.append(at)
            parent = parents[at]
            if parent is None or parent not in parents:
                roots[at] = at
                break
            at = parent
        root = roots.get(at, at)
        roots.update(dict.fromkeys(way, root))
    return roots
