"""Messages in an envelope that nobody knows: every list of messages in the document, however deep, also in texts."""

from __future__ import annotations

import re

from workbench.json.pointer import Path
from workbench.json.text import Json, parse_or_none
from workbench.loading.message_list import Framed
from workbench.loading.shape import looks_like_message

_ROLE_KEYS = ("role", "speaker")
_ANSWER = re.compile(r"output|completion|response|choices", re.IGNORECASE)


def message_lists(value: object) -> list[Framed]:
    """The outermost lists that hold messages, in the order of the document."""
    found: list[Framed] = []
    pending: list[tuple[Path, Json, tuple[tuple[Path, Json], ...]]] = [((), value, ())]
    while pending:
        path, held, unwrapped = pending.pop()
        if isinstance(held, list) and _is_history(held):
            found.append(Framed(held, path, unwrapped=unwrapped))
            continue
        inside: list[tuple[Path, Json, tuple[tuple[Path, Json], ...]]] = []
        for step, item in _items(held):
            place = (*path, step)
            if isinstance(item, (dict, list)):
                inside.append((place, item, unwrapped))
            elif isinstance(item, str) and (opened := _opened(item)) is not None:
                inside.append((place, opened, (*unwrapped, (place, opened))))
        pending += inside[::-1]
    return _with_answers(found)


def _with_answers(found: list[Framed]) -> list[Framed]:
    """A list under a name for answers is the answer to what was asked beside it, and no conversation of its own."""
    kept: list[Framed] = []
    for framed in found:
        start = max((n for n, step in enumerate(framed.path) if _names_answer(step)), default=None)
        asked = None if start is None else _asked_beside(kept, framed.path[:start])
        if asked is None:
            kept.append(framed)
        else:
            kept[asked] = kept[asked].with_response(framed.messages)
    return kept


def _asked_beside(kept: list[Framed], beside: Path) -> int | None:
    for number in range(len(kept) - 1, -1, -1):
        path = kept[number].path
        if path[: len(beside)] == beside and not any(map(_names_answer, path[len(beside) :])):
            return number
    return None


def _names_answer(step: str | int) -> bool:
    return isinstance(step, str) and _ANSWER.search(step) is not None


def _items(value: object) -> list[tuple[str | int, Json]]:
    return list(value.items()) if isinstance(value, dict) else list(enumerate(value)) if isinstance(value, list) else []


def _is_history(items: list[Json]) -> bool:
    """Mostly messages, and one of them says who speaks: elsewhere in a document less would be a guess."""
    messages = [item for item in items if looks_like_message(item)]
    named = any(isinstance(message.get(key), str) for message in messages for key in _ROLE_KEYS)
    return named and len(messages) * 2 > len(items)


def _opened(text: str) -> Json | None:
    """A text that is JSON itself; short ones are not worth a look."""
    if len(text) < 20 or text.lstrip()[:1] not in {"{", "["}:
        return None
    value = parse_or_none(text)
    return value if isinstance(value, (dict, list)) else None
