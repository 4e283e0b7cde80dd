"""Find the values in an error text: JSON, Python or JavaScript literals, escaped or truncated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from json import JSONDecodeError, JSONDecoder

from workbench.json.text import Json
from workbench.loading.reading import Unreadable, read_at
from workbench.loading.strings import unescape
from workbench.loading.text_cursor import Comments

_OPENER = re.compile(r"[\[{]")
_ESCAPED = re.compile(r"[\[{]\s*\\+[\"n]")
_MEMBER = re.compile(
    r"[\"']?(?P<key>\w+)[\"']?\s*[:=]\s*(?P<quote>[\"'`])(?P<text>(?:\\.|(?!(?P=quote)).)*)", re.DOTALL
)
_EFFORT = 4
_STRAIGHT = str.maketrans({**dict.fromkeys("“”„‟″", '"'), **dict.fromkeys("‘’‚‛′", "'")})


def values_in(text: str) -> Iterator[Json]:
    """Yield every object and list that can be read, in order. The length of the text limits the effort."""
    effort = _EFFORT * len(text) + 1000
    index = 0
    comments = Comments()
    while effort > 0 and (opener := _OPENER.search(text, index)):
        try:
            reading = read_at(text, opener.start(), len(text), comments)
        except Unreadable as unreadable:
            effort -= max(1, unreadable.index - opener.start())
            index = opener.end()
        else:
            yield reading.value
            index = reading.end


def unescaped(text: str) -> str | None:
    """Remove one level of `\\"`, as in a body copied from a string. Return None if nothing is escaped like this."""
    return unescape(text) if _ESCAPED.search(text) else None


def straightened(text: str) -> str | None:
    """Replace the typographic quotes that chat programs and word processors write, or return None without any."""
    straight = text.translate(_STRAIGHT)
    return straight if straight != text else None


def is_wrapped(text: str) -> bool:
    """Whether a terminal wrapped the lines of a body, which puts line breaks inside its strings."""
    start = text.find("{")
    try:
        JSONDecoder().raw_decode(text, start) if start >= 0 else None
    except JSONDecodeError as fault:
        return fault.msg.startswith("Invalid control character")
    except RecursionError:
        return False
    return False


def members_of_truncated_body(text: str) -> dict[str, Json] | None:
    """Return the string members of a truncated body, the first of each key, or None if no body is truncated."""
    start = _OPENER.search(text)
    if start is None or not _is_truncated(text, start.start()):
        return None
    members: dict[str, Json] = {}
    for found in _MEMBER.finditer(text, start.start()):
        members.setdefault(found["key"], unescape(found["text"]))
    return members or None


def _is_truncated(text: str, start: int) -> bool:
    try:
        read_at(text, start, len(text))
    except Unreadable as unreadable:
        return unreadable.index >= len(text) - 1
    return False
