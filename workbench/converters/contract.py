"""The contract of a converter: a pure function on plain JSON that names the sources of every message it produces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from msgspec import Struct

from workbench.json.text import Json

Slot = Literal["messages", "system"]


class Converted(Struct, frozen=True, gc=False):
    """A target message and the indexes of the source messages it came from.

    It is a struct because every hop of a long history creates one per message.
    """

    message: Any
    sources: tuple[int, ...]
    """Empty if it came from the request's settings (a top-level system prompt)."""
    slot: Slot = "messages"
    """`system` if the target format stores it outside the message list."""


Converter = Callable[[Sequence[Json], Mapping[str, Json]], Iterable[Converted]]
"""Source messages and the request's settings → target messages. Never raises, never mutates, never guesses silently."""


@dataclass(frozen=True, eq=False)
class Edge:
    """One hop between two formats. Edges compare by identity, so a route can be looked up by its edges."""

    source: str
    target: str
    convert: Converter
    story: str
    """What defines this conversion, in a phrase for a person."""
    reads_events: bool = False
    """Whether it starts from the events of the messages, so that known events can be passed in their place."""
    normalises_ids: bool = False
    """Whether it rewrites tool call ids as spec 001 does."""
    branch: Callable[[Json], str] = lambda message: ""
    """A message → a sentence about the branch of the spec it takes; empty if no spec describes it line by line."""
    sent_by: str = ""
    """The program that converts this way, if that differs from the default edge: the name of the target whose program
    it is, an SDK version, or the spec that defines the conversion."""
