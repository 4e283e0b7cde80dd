"""Extract the provider's own sentences from an error as people paste it, wrapped by SDKs, gateways and logs.

The layers are removed one by one: decoration, then the text around a body, then the body, whose keys lead to the
sentence. A sentence that contains another body is opened again. The surrounding text is kept too, because it names the
provider, the address and the model.
"""

from __future__ import annotations

from dataclasses import dataclass

from workbench.locating.envelopes.affixes import without_affixes
from workbench.locating.envelopes.bodies import Refusal, refusals_in
from workbench.locating.envelopes.data import (
    is_wrapped,
    members_of_truncated_body,
    straightened,
    unescaped,
    values_in,
)
from workbench.locating.envelopes.pages import looks_like_html, visible_text
from workbench.locating.envelopes.screen import unwrapped_lines, without_decoration
from workbench.locating.envelopes.tracebacks import raised_error

__all__ = ["Refusal", "Unwrapped", "unwrap"]

_MAX_LENGTH = 20_000
_MAX_LAYERS = 6
_MAX_REFUSALS = 20
_TRUNCATED_BODY_KEYS = frozenset({"message", "msg", "error", "detail", "Message", "status_msg"})


@dataclass(frozen=True, slots=True)
class Unwrapped:
    refusals: tuple[Refusal, ...]
    """The refusals, the main one first; never empty."""
    full_text: str
    """The text as it was pasted, without decoration."""
    has_body: bool = False
    """Whether the sentences are from an error body."""

    @property
    def sentence(self) -> str:
        return self.refusals[0].words


def unwrap(text: object) -> Unwrapped:
    """Extract the refusals from a text. Of a long one only the two ends are read, because the sentence is at one."""
    full_text = text if isinstance(text, str) else str(text)
    if len(full_text) > 2 * _MAX_LENGTH:
        full_text = f"{full_text[:_MAX_LENGTH]} … {full_text[-_MAX_LENGTH:]}"
    full_text = without_decoration(full_text).strip()
    if looks_like_html(full_text):
        return Unwrapped((Refusal(visible_text(full_text)),), full_text)
    in_bodies = _opened(full_text, _MAX_LAYERS)
    found = sorted(in_bodies, key=_is_about_form) or [Refusal(raised_error(full_text) or full_text)]
    refusals = [refusal._replace(words=without_affixes(refusal.words)) for refusal in found[:_MAX_REFUSALS]]
    return Unwrapped(tuple(refusals), full_text, bool(in_bodies))


def _is_about_form(refusal: Refusal) -> bool:
    """Whether pydantic only says that a list is not a text, which it also accepts there: the fault is in the list."""
    return refusal.place.endswith(".str") and not any(character.isdecimal() for character in refusal.place)


def _opened(text: str, layers: int) -> list[Refusal]:
    """Return the refusals of the error bodies in a text."""
    if layers == 0 or ("{" not in text and "[" not in text):
        return []
    for variant in _variants(text):
        refusals = [refusal for value in values_in(variant) for refusal in _refusals_of_value(value, layers)]
        if refusals:
            return refusals
    members = members_of_truncated_body(straightened(text) or text)
    return _refusals_of_value(members, layers) if members and not _TRUNCATED_BODY_KEYS.isdisjoint(members) else []


def _refusals_of_value(value: object, layers: int) -> list[Refusal]:
    return refusals_in(value, lambda sentence: _opened(sentence, layers - 1))


def _variants(text: str) -> list[str]:
    """Return the text without the line breaks of a terminal, then with one level of escapes removed, and both with
    straight quotes."""
    if "\n" in text and is_wrapped(text):
        text = unwrapped_lines(text)
    straight = straightened(text)
    variants = [text, unescaped(text), straight, unescaped(straight) if straight else None]
    return list(dict.fromkeys(variant for variant in variants if variant is not None))
