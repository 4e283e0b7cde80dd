"""A provider's error body → its own words, and where it points: read as an error that somebody pastes is read."""

from __future__ import annotations

from typing import NamedTuple

from workbench.json.text import compact
from workbench.locating.envelopes import unwrap

_LONGEST = 2000


class Refusal(NamedTuple):
    words: str
    param: str | None = None
    code: str | None = None
    type: str | None = None


def read_refusal(text: str) -> Refusal:
    """The main thing that an answer refuses, out of whatever a gateway wrapped around it."""
    first = unwrap(text).refusals[0]
    return Refusal(first.words[:_LONGEST], first.place or None, first.code or None, first.type or None)


def refusal_of(error: object) -> Refusal:
    """The object that holds the message itself."""
    return read_refusal(error if isinstance(error, str) else compact({"error": error}))
