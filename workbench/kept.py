"""Does a changed history still say all that it said? The last guard behind every safe fix.

What counts is what a user, a model or a tool said: texts, thoughts, the values of arguments and the outputs of tools.
A word may move, and may stand inside a longer one; it may not be gone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from workbench.formats import FORMATS
from workbench.jsontext import Json, compact, parse_or_none
from workbench.pointer import leaves

_SAYING = frozenset({"text", "call", "result", "thought", "server_call", "server_result"})


def lost_words(format_name: str, before: Sequence[Json], after_format: str, after: Sequence[Json]) -> list[str]:
    """What the messages said before and no message says after. Only messages that changed are looked at closely."""
    kept = {id(message) for message in after}
    changed = [message for message in before if id(message) not in kept]
    words = {word for word in _said(format_name, changed) if word.strip()}
    if not words:
        return []
    missing = words - set(_said(after_format, after))
    if not missing:
        return []
    whole = "\n".join(str(leaf) for message in after for _, leaf in leaves(message))
    written = "\n".join((whole, compact(list(after))))
    return sorted(word for word in missing if word not in written and compact(word)[1:-1] not in written)


def _said(format_name: str, messages: Sequence[Json]) -> Iterator[str]:
    read = FORMATS[format_name].read
    for index, message in enumerate(messages):
        for event in read(message, index):
            if event.kind == "thought" and isinstance(event.value, str):
                yield from event.value.split("\n\n")  # parts of one thought are read as one
            elif event.kind in _SAYING:
                yield from _words(event.value)


def _words(value: Json) -> Iterator[str]:
    """Single values. Arguments that are a string of JSON, once or twice, are read."""
    if isinstance(value, str):
        parsed = parse_or_none(value) if value[:1] in ('{', '[', '"') else None
        if isinstance(parsed, dict | list | str):
            yield from _words(parsed)
        else:
            yield from value.split("}{")  # the arguments of two calls in one, which are parted again
    elif isinstance(value, dict | list):
        for _, leaf in leaves(value):
            if not isinstance(leaf, dict | list):
                yield from _words(leaf)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield str(value)
