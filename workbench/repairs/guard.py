"""Does a changed history still say all that it said? The last guard behind every safe fix.

What counts is what a user, a model or a tool said: texts, thoughts, the values of arguments and the outputs of tools.
A word may move, and may stand inside a longer one; it may not be gone.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from workbench.conversation import Conversation
from workbench.formats import FORMATS
from workbench.formats.contract import Event
from workbench.json.pointer import leaves
from workbench.json.text import Json, compact, parse_or_none, without_halves
from workbench.rules.losses.outputs import looks_like_python

_SAYING = frozenset({"text", "call", "result", "server_call", "server_result"})
_NO_WORDS = frozenset({"type", "kind", "media_type", "mediaType", "mimeType", "data", "url"})
"""Keys inside an output whose values name kinds or hold bytes."""


def lost_words(before: Conversation, after: Conversation) -> list[str]:
    """What the messages said before and the document says nowhere after. Messages that did not change are skipped."""
    kept = {id(message) for message in after.messages}
    changed = [message for message in before.messages if id(message) not in kept]
    words = set(_said(before.format, changed))
    missing = words - set(_said(after.format, after.messages)) if words else words
    if not missing:
        return []
    # Keys, and how null and true are written, are no words: they would be found for what is gone.
    written = "\n".join(str(leaf) for _, leaf in leaves(after.payload) if isinstance(leaf, str) or _is_number(leaf))
    return sorted(word for word in missing if word not in written and compact(word)[1:-1] not in written)


def _said(format_name: str, messages: Iterable[Json]) -> Iterator[str]:
    read = FORMATS[format_name].read
    for index, message in enumerate(messages):
        for event in read(message, index):
            yield from (without_halves(said) for word in _event_words(event) if (said := word.strip()))


def _event_words(event: Event) -> Iterator[str]:
    if event.kind == "thought" and isinstance(event.value, str):
        yield from event.value.split("\n\n")  # parts of one thought are read as one
    elif event.kind in _SAYING:
        yield from _words(event.value)


def _words(value: Json) -> Iterator[str]:
    """Single values. What is written as JSON, once or twice, or as Python prints it, is read."""
    if isinstance(value, str):
        parsed = _parsed(value)
        if parsed is None:
            yield from value.split("}{")  # the arguments of two calls in one, which are parted again
        else:
            yield from _words(parsed)
    elif isinstance(value, (dict, list)):
        for path, leaf in leaves(value):
            if not isinstance(leaf, (dict, list)) and path[-1] not in _NO_WORDS:
                yield from _words(leaf)
    elif _is_number(value):
        yield str(value)


def _is_number(value: Json) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _parsed(text: str) -> Json:
    parsed = parse_or_none(text) if text[:1] in ("{", "[", '"') else None
    if parsed is None and looks_like_python(text):
        try:
            parsed = ast.literal_eval(text.strip())
        except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
            return None
    return parsed if isinstance(parsed, (dict, list, str)) else None
