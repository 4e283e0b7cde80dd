"""Conversations stored as trees: every entry has a parent id, and one path from root to leaf is the conversation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

Key = TypeVar("Key", str, int)


def path_to(leaf: Key, parents: Mapping[Key, Key | None]) -> list[Key]:
    """Return the path from the root to a leaf. A cycle or a missing parent ends the path."""
    path: list[Key] = []
    seen: set[Key] = set()
    at: Key | None = leaf
    while at is not None and at in parents and at not in seen:
        seen.add(at)
        path.append(at)
        at = parents[at]
    return path[::-1]


def leaves_of(parents: Mapping[Key, Key | None]) -> list[Key]:
    """Return the entries without children, in order."""
    named = set(parents.values())
    return [key for key in parents if key not in named]


def roots_of(parents: Mapping[Key, Key | None]) -> dict[Key, Key]:
    """Return every entry → its root, in linear time."""
    roots: dict[Key, Key] = {}
    for key in parents:
        walked: list[Key] = []
        seen: set[Key] = set()
        at = key
        while at not in roots and at not in seen:
            seen.add(at)
            walked.append(at)
            parent = parents[at]
            if parent is None or parent not in parents:
                roots[at] = at
                break
            at = parent
        root = roots.get(at, at)
        roots.update(dict.fromkeys(walked, root))
    return roots
