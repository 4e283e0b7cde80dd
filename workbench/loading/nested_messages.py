"""Find lists of messages in a document of unknown structure, at any depth, even in JSON inside strings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from workbench.json.pointer import Path
from workbench.json.text import Json, parse_or_none
from workbench.loading.body import has_parameters, names_messages
from workbench.loading.message_list import MessageList
from workbench.loading.shape import looks_like_message

_ROLE_KEYS = ("role", "speaker")
_PROMPT_ROLES = frozenset({"user", "system", "developer"})
_ANSWER = re.compile(r"output|completion|response|choices", re.IGNORECASE)


def message_lists(value: object) -> list[MessageList]:
    """Return the outermost conversations, in the order of the document. Prompts alone are not conversations."""
    return [messages for messages in _with_answers(_outermost(value)) if not messages.is_prompt]


def has_prompts(value: object) -> bool:
    """Whether there are prompts in the document: what an agent or an evaluation begins with, without an answer."""
    return any(messages.is_prompt for messages in _with_answers(_outermost(value)))


class _Place(NamedTuple):
    path: Path
    value: Json
    unwrapped: tuple[tuple[Path, Json], ...] = ()
    is_named: bool = True
    """Whether its key, or a parameter next to it, shows that it is what was sent."""


def _outermost(value: object) -> list[MessageList]:
    found: list[MessageList] = []
    pending = [_Place((), value)]
    while pending:
        place = pending.pop()
        path, container, unwrapped, is_named = place
        if isinstance(container, list) and _is_history(container):
            is_prompt = not is_named and all(map(_is_prompt, container))
            found.append(MessageList(container, path, unwrapped=unwrapped, is_prompt=is_prompt))
        else:
            pending += reversed(list(_inside(place)))
    return found


def _inside(place: _Place) -> Iterator[_Place]:
    """Yield the containers in a container, a string with JSON in it as its value."""
    is_object = isinstance(place.value, dict)
    is_sent = isinstance(place.value, dict) and has_parameters(place.value)
    for step, item in _items(place.value):
        path = (*place.path, step)
        is_named = is_sent or names_messages(step) if is_object else place.is_named
        if isinstance(item, (dict, list)):
            yield _Place(path, item, place.unwrapped, is_named)
        elif isinstance(item, str) and (opened := _opened(item)) is not None:
            yield _Place(path, opened, (*place.unwrapped, (path, opened)), is_named)


def _is_prompt(message: object) -> bool:
    """Whether a message is a text that any program could begin with."""
    if not isinstance(message, dict) or not isinstance(message.get("content"), str):
        return False
    return isinstance(role := message.get("role"), str) and role in _PROMPT_ROLES


def _with_answers(nested: list[MessageList]) -> list[MessageList]:
    """Attach each list under a key for answers to the list next to it, which is the request that it answers."""
    requests: list[MessageList] = []
    for messages in nested:
        depth = max((depth for depth, step in enumerate(messages.path) if _names_answer(step)), default=None)
        number = None if depth is None else _request_below(requests, messages.path[:depth])
        if number is None:
            requests.append(messages)
        else:
            requests[number] = replace(requests[number].with_response(messages.messages), is_prompt=False)
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
