"""Where a document can be changed: its lists and objects, and the places in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, TypeAlias

from workbench.json.text import compact

Mutation: TypeAlias = Callable[[Random, Any, Any], Any]
"""(chance, the document, another document to take pieces from) → the changed document."""
Place: TypeAlias = tuple[Any, str | int]
"""A container, and the key or index in it."""

KEYS = (
    *("content", "parts", "blocks", "text", "role", "speaker", "type", "id", "message", "tool_calls", "tool_call_id"),
    *("toolCallId", "name", "args", "input", "arguments", "result", "output", "response", "description", "messages"),
    *("instructions", "errorText", "error", "state", "toolInvocations", "function", "metadata", "from", "value"),
)
"""Names that fields of histories have."""


def any_place(chance: Random, value: Any, lists_only: bool = False) -> Place | None:
    """Each container is as likely as any other, so that a long text list does not draw all the chance."""
    kinds = list if lists_only else (dict, list)
    holders = [holder for holder in containers(value) if isinstance(holder, kinds) and holder]
    if not holders:
        return None
    holder = chance.choice(holders)
    return holder, chance.choice(list(holder)) if isinstance(holder, dict) else chance.randrange(len(holder))


def places(value: Any) -> list[Place]:
    return [
        (holder, step)
        for holder in containers(value)
        for step in (list(holder) if isinstance(holder, dict) else range(len(holder)))
    ]


def containers(value: Any) -> Iterator[Any]:
    """Every list and object, each once, those that hold others first."""
    pending, seen = [value], set[int]()
    while pending:
        item = pending.pop()
        if isinstance(item, (dict, list)) and id(item) not in seen:
            seen.add(id(item))
            yield item
            pending.extend(item.values() if isinstance(item, dict) else item)


def copied(value: Any) -> Any:
    """A copy that shares no list or object with the document, not even an empty one: depth is no limit."""
    root = [value]
    pending: list[Any] = [root]
    while pending:
        holder = pending.pop()
        for step, item in list(holder.items()) if isinstance(holder, dict) else enumerate(holder):
            if isinstance(item, (dict, list)):
                holder[step] = item.copy()
                pending.append(holder[step])
    return root[0]


def holds(value: Any, container: Any) -> bool:
    return any(item is container for item in containers(value))


def longest_list(value: Any) -> list[Any] | None:
    """The list that holds the messages, as a rule: the longest that holds objects and is not far down."""
    lists = [
        item for item in containers(value) if isinstance(item, list) and any(isinstance(one, dict) for one in item)
    ]
    return max(lists[:8], key=len, default=None)


def objects(value: Any) -> Iterator[dict[str, Any]]:
    return (holder for holder in containers(value) if isinstance(holder, dict))


def as_text(value: Any) -> str:
    return value if isinstance(value, str) else compact(value)
