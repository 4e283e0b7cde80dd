"""Phrases with which the Learn page explains the labels of links."""

from __future__ import annotations

from collections.abc import Mapping

from workbench.converters.loss_reasons import CANNOT_REPRESENT_IT
from workbench.formats import FORMATS

SHAPES = "shapes"
_PHRASES: Mapping[str, str] = {
    SHAPES: "shapes the message",
    "copied": "copied",
    "renamed": "copied under another name",
    "looked up": "looked up from the call with the same id",
    "serialised": "written as JSON in a string",
    "parsed": "read from the JSON in a string",
    "joined": "joined with others into one text",
    "decided": "decides the value",
    "presence only": "lost: only its presence is carried",
    "default filled in": "null becomes a default",
    "lost": "lost: no counterpart",
    "dropped": "lost: the entire message is dropped",
    "invented": "invented: not in the message",
}


def phrase_of(label: str) -> str:
    """Return the phrase for a label, which may combine the labels of several hops."""
    return ", then ".join(_phrase_of_hop(step) for step in label.split(", then "))


def _phrase_of_hop(label: str) -> str:
    kind, _, value = label.partition(": ")
    if kind == "default filled in" and value:
        return f"null becomes `{value}`"
    return _PHRASES.get(label, label.partition(", spec")[0])


def with_title(why: str) -> str:
    """Return the reason of a loss with the title of the format instead of its name."""
    name = why.removesuffix(CANNOT_REPRESENT_IT)
    return f"{FORMATS[name].title}{CANNOT_REPRESENT_IT}" if name in FORMATS else why
