"""Ways to make a document smaller: remove messages, keys and list items, and truncate long texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from workbench.conversation import Conversation
from workbench.json.pointer import Path, PointerError, containers, follow, leaves, list_index, replaced, to_path
from workbench.json.text import Json
from workbench.provenance.values import DISCRIMINATORS

SHORT = 40
"""Texts up to this length stay unchanged: it is not worth truncating an id or a name."""
_MAX_DEPTH = 40


def message_places(conversation: Conversation) -> list[Path]:
    """Return the path to remove for each message: the list item that contains it, with any wrapper."""
    paths = [to_path(conversation.pointer(index)) for index in range(len(conversation.messages))]
    return [_path_of_list_item(conversation.payload, path) for path in paths]


def _path_of_list_item(payload: object, path: Path) -> Path:
    steps = with_integer_indexes(payload, path)
    item_lengths = [length for length, step in enumerate(steps, 1) if isinstance(step, int)]
    return steps[: item_lengths[-1]] if item_lengths else steps


def with_integer_indexes(payload: object, path: Path) -> Path:
    """Return the path with list indexes as integers, as far as it exists in the document."""
    steps: list[str | int] = []
    for step in path:
        try:
            inside = follow(payload, (step,))
        except PointerError:
            break
        index = list_index(step) if isinstance(payload, list) else None
        steps.append(step if index is None else index)
        payload = inside
    return tuple(steps)


def removable_parts(conversation: Conversation, at: str) -> list[Path]:
    """Return every key and list item that may be removed, outer ones first.

    The messages, the value at the finding's pointer and everything around them stay. Discriminators stay too, because
    without one there would be another fault.
    """
    needed = [*message_places(conversation), with_integer_indexes(conversation.payload, to_path(at))]
    needed_prefixes = {path[:length] for path in needed for length in range(len(path) + 1)}
    candidates = [
        (*path, step)
        for path, container in containers(conversation.payload, _MAX_DEPTH)
        for step in (container if isinstance(container, dict) else range(len(container)))
    ]
    return [path for path in candidates if path not in needed_prefixes and path[-1] not in DISCRIMINATORS]


def without(value: object, paths: Iterable[Path]) -> Json:
    """Return a copy without the values at these paths. Everything else is shared with the original."""
    by_first_step: dict[str | int, list[Path]] = {}
    for path in paths:
        by_first_step.setdefault(path[0], []).append(path[1:])
    return _rebuilt(value, by_first_step)


def _rebuilt(value: Any, removed: dict[str | int, list[Path]]) -> Json:
    steps = value.items() if isinstance(value, dict) else enumerate(value)
    remaining = [(step, item) for step, item in steps if () not in removed.get(step, ())]
    rebuilt = [(step, _without_inner(item, removed.get(step, []))) for step, item in remaining]
    return dict(rebuilt) if isinstance(value, dict) else [item for _, item in rebuilt]


def _without_inner(item: object, paths: list[Path]) -> Json:
    return without(item, paths) if paths else item


def long_texts(payload: object) -> list[tuple[Path, str]]:
    return [(path, text) for path, text in leaves(payload) if isinstance(text, str) and len(text) > SHORT]


def with_texts(payload: object, texts: Iterable[tuple[Path, str]]) -> Json:
    for path, text in texts:
        payload = replaced(payload, path, text)
    return payload


def truncations(text: str) -> Iterator[str]:
    """Yield beginnings of a text of increasing length."""
    length = SHORT
    while length < len(text):
        yield f"{text[: length - 1].rstrip()}…"
        length *= 2
