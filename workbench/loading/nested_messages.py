"""Find lists of messages in a document of unknown structure, at any depth, even in JSON inside strings."""

from __future__ import annotations

from workbench.json.pointer import Path
from workbench.json.text import Json, parse_or_none
from workbench.loading.message_list import MessageList
from workbench.loading.shape import looks_like_message

_ROLE_KEYS = ("role", "speaker")


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
    return found


def _items(value: object) -> list[tuple[str | int, Json]]:
    return list(value.items()) if isinstance(value, dict) else list(enumerate(value)) if isinstance(value, list) else []


def _is_history(items: list[Json]) -> bool:
    """Whether most items are messages and at least one has a role. Weaker evidence would be a guess at any depth."""
    messages = [item for item in items if looks_like_message(item)]
    named = any(isinstance(message.get(key), str) for message in messages for key in _ROLE_KEYS)
    return named and len(messages) * 2 > len(items)


def _opened(text: str) -> Json | None:
    """Return the value of a string that is JSON itself, or None. Short strings cannot hold a conversation."""
    if len(text) < 20 or text.lstrip()[:1] not in {"{", "["}:
        return None
    value = parse_or_none(text)
    return value if isinstance(value, (dict, list)) else None
