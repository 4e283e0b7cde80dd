"""Lone surrogates: halves of characters, which no request can contain."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import orjson

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.json.patch import replace
from workbench.json.pointer import leaves, to_pointer
from workbench.json.text import Json, replace_lone_surrogates
from workbench.rules.contract import Violation, at, rule
from workbench.rules.editing.context import RepairContext
from workbench.targets.contract import WARNING, Target


def mark_halves(context: RepairContext, finding: Finding) -> Fix | None:
    """Replace each half with U+FFFD, Unicode's replacement character. All other characters stay."""
    patch = tuple(
        replace(finding.at + to_pointer(path), whole)
        for path, text in leaves(context.value(finding.at))
        if isinstance(text, str) and (whole := replace_lone_surrogates(text)) != text
    )
    why = "Half a character has no meaning, and its other half is not in the file. All other characters stay."
    return Fix("Replace the half character with a replacement mark", patch, True, why, 0.9) if patch else None


@rule("CO609", "lone-surrogate", may_be_healed=True, default=WARNING, fix=mark_halves)
def lone_surrogate(chat: Chat, target: Target) -> Iterator[Violation]:
    """A text contains half of a character.

    An emoji was cut in two, so the request is not valid JSON for strict readers. This usually comes from
    truncating a text by UTF-16 units.

    Bad (anthropic):
        [{"role": "user", "content": [{"type": "text", "text": "cut \\ud83d"}]}]
    Good (anthropic):
        [{"role": "user", "content": [{"type": "text", "text": "cut"}]}]
    """
    for events in (chat.texts, chat.results, chat.calls):
        for event in events:
            value = event.value
            if not (type(value) is str and value.isascii()) and _has_surrogate(value):
                yield at(event, "The text contains half of a character.", "value")


def _has_surrogate(value: object) -> bool:
    """Whether a text, or any text inside an object, contains a lone surrogate."""
    if isinstance(value, str):
        return not _encodes(value)
    if not isinstance(value, dict) or _is_writable(value):
        return False
    pending: list[Any] = [value]
    for container in pending:
        for inner in container.values() if type(container) is dict else container:
            kind = type(inner)
            if kind is str:
                if not inner.isascii() and not _encodes(inner):
                    return True
            elif kind is dict or kind is list:
                pending.append(inner)
    return False


def _is_writable(value: dict[str, Json]) -> bool:
    """Whether orjson can write the object. It refuses lone surrogates and some other values."""
    try:
        orjson.dumps(value)
    except (TypeError, ValueError):
        return False
    return True


def _encodes(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
