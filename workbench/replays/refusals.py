"""Read a provider's error body in the same way as an error that a user pastes: message, parameter, code and type."""

from __future__ import annotations

from typing import NamedTuple

from workbench.json.text import compact
from workbench.locating.envelopes import unwrap

_MAX_WORDS = 2000


class Refusal(NamedTuple):
    words: str
    param: str | None = None
    code: str | None = None
    type: str | None = None


def read_refusal(text: str) -> Refusal:
    """Return the main refusal in an error body, without the wrapping that gateways add."""
    first = unwrap(text).refusals[0]
    return Refusal(first.words[:_MAX_WORDS], first.place or None, first.code or None, first.type or None)


def refusal_of(error: object) -> Refusal:
    """Return the refusal in an error that is a text or the object under `error`."""
    return read_refusal(error if isinstance(error, str) else compact({"error": error}))
