"""What a converter is: a pure function on plain JSON that says for each message it makes where it came from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from msgspec import Struct

from workbench.json.text import Json

Slot = Literal["messages", "system"]


class Converted(Struct, frozen=True, gc=False):
    """A target message and the indexes of the source messages it was made of.

    A struct, because every hop of a long history makes one for each message.
    """

    message: Json
    sources: tuple[int, ...]
    """Empty if it was made of the settings beside the messages (a top-level system prompt)."""
    slot: Slot = "messages"
    """`system` if the target keeps it beside its messages and not among them."""


Converter = Callable[[Sequence[Json], Mapping[str, Json]], Iterable[Converted]]
"""Source messages and the request's settings → target messages. Never raises, never mutates, never guesses silently."""


@dataclass(frozen=True, eq=False)
class Edge:
    """One hop. Two edges are the same only if they are one object, so a route can be looked up by its edges."""

    source: str
    target: str
    convert: Converter
    story: str
    """Where the way of converting is laid down, in words for a person."""
    reads_events: bool = False
    """Whether it begins with the events of its messages, so that it should be given those if they are known."""
    normalises_ids: bool = False
    """Whether it rewrites the ids of tools as spec 001 does."""
    branch: Callable[[Json], str] = lambda message: ""
    """A message → which branch of its spec it takes, in a sentence; empty where no spec tells it line by line."""
    sent_by: str = ""
    """The program that converts so, where that differs from the edge that everyone else takes: the target whose program
    it is, a version of an SDK, or the spec that lays it down."""
