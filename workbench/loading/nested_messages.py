"""Find lists of messages in a document of unknown structure, at any depth, even in JSON inside strings."""

from __future__ import annotations

import re
from typing import Any

from workbench.json.pointer import Path
from workbench.json.text import Json, parse_or_none
from workbench.loading.message_list import MessageList
from workbench.loading.shape import looks_like_message

_ROLE_KEYS = ("role", "speaker")
_ANSWER = re.compile(r"output|completion|response|choices", re.IGNORECASE)


def message_lists(value: object) -> list[MessageList]:
    """Return the outermost lists of messages, in the order of the document."""
    found: list[MessageList] = []
    pending: list[tuple[Path, Json, tuple[tuple[Path, Json], ...]]] = [((), value, ())]
    while pending:
        path, container, unwrapped = pending.pop()
        if isinstance(container, list) and _is_history(container):
            found.append(MessageList(container, path, unwrapped=unwrapped))
            continue
        inside: list[tuple[Path, Json, tuple[tuple[Path, Json], ...]]] = []
        for step, item in _items(container):
            place = (*path, step)
            if isinstance(item, (dict, list)):
                inside.append((place, item, unwrapped))
            elif isinstance(item, str) and (opened := _opened(item)) is not None:
                inside.append((place, opened, (*unwrapped, (place, opened))))
        pending += inside[::-1]
    return _with_answers(found)


def _with_answers(nested: list[MessageList]) -> list[MessageList]:
    """Attach each list under a key for answers to the list next to it, which is the request that it answers."""
    requests: list[MessageList] = []
    for messages in nested:
        depth = max((depth for depth, step in enumerate(messages.path) if _names_answer(step)), default=None)
        number = None if depth is None else _request_below(requests, messages.path[:depth])
        if number is None:
            requests.append(messages)
        else:
            requests[number] = requests[number].with_response(messages.messages)
    return requests


def _request_below(requests: list[MessageList], parent: Path) -> int | None:
    """Return the number of the last request below `parent`, or None if there is none."""
    for number in range(len(requests) - 1, -1, -1):
        path = requests[number].path
        if path[: len(parent)] == parent and not any(map(_names_answer, path[len(parent) :])):
            return number
    return None


def _names_answer(step: str | int) -> bool:
    return isinstance(step, str) and _ANSWER.search(step) is not None


def _items(value: object) -> list[tuple[str | int, Json]]:
    return list(value.items()) if isinstance(value, dict) else list(enumerate(value)) if isinstance(value, list) else []


def _is_history(items: list[Json]) -> bool:
    """Whether most items are messages and at least one has a role. Weaker evidence would be a guess at any depth."""
    messages: Any = [item for item in items if looks_like_message(item)]
    named = any(isinstance(message.get(key), str) for message in messages for key in _ROLE_KEYS)
    return named and len(messages) * 2 > len(items)


def _opened(text: str) -> Json | None:
    """Return the value of a string that is JSON itself, or None. Short strings cannot hold a conversation."""
    if len(text) < 20 or text.lstrip()[:1] not in {"{", "["}:
        return None
    value = parse_or_none(text)
    return value if isinstance(value, (dict, list)) else None
