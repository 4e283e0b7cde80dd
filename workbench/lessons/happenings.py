"""What the probe calls a way of converting → the words in which the Learn page says it."""

from __future__ import annotations

from collections.abc import Mapping

SHAPES = "shapes"
_WORDS: Mapping[str, str] = {
    SHAPES: "shapes the message",
    "copied": "copied",
    "renamed": "copied under another name",
    "looked up": "looked up from the call with the same id",
    "serialised": "written as JSON in a string",
    "parsed": "read from the JSON in a string",
    "joined": "joined with others into one text",
    "decided": "decides the value",
    "presence only": "lost: only its presence is carried",
    "default filled in": "nothing becomes a default",
    "lost": "lost: no counterpart",
    "dropped": "lost: the whole message is dropped",
    "invented": "invented: not in the message",
}


def happening(how: str) -> str:
    """A way over several hops says each of them."""
    return ", then ".join(_one(step) for step in how.split(", then "))


def _one(how: str) -> str:
    kind, _, value = how.partition(": ")
    if kind == "default filled in" and value:
        return f"nothing becomes `{value}`"
    return _WORDS.get(how, how.partition(", spec")[0])
