"""An error as people paste it → the provider's own sentences, out of whatever SDKs, gateways and logs wrapped around.

Layer by layer: decoration off, the body found in the text, its sentence by its keys; a sentence that holds another
body is opened again. What stood around is kept too, because it names the provider, the address and the model.
"""

from __future__ import annotations

from dataclasses import dataclass

from workbench.locating.envelopes.affixes import without_affixes
from workbench.locating.envelopes.bodies import Refusal, refusals_in
from workbench.locating.envelopes.data import is_wrapped, members_of_a_cut_body, unescaped, values_in
from workbench.locating.envelopes.pages import looks_like_html, words_of
from workbench.locating.envelopes.screen import unwrapped_lines, without_decoration
from workbench.locating.envelopes.tracebacks import what_was_raised

__all__ = ["Refusal", "Unwrapped", "unwrap"]

_LONGEST = 20_000
_LAYERS = 6
_MOST = 20
_CUT_BODY_KEYS = frozenset({"message", "msg", "error", "detail", "Message", "status_msg"})


@dataclass(frozen=True, slots=True)
class Unwrapped:
    refusals: tuple[Refusal, ...]
    """What is refused, the main thing first; never empty."""
    whole: str
    """The text as it was pasted, without decoration."""
    has_body: bool = False
    """Whether the sentences come out of an error body."""

    @property
    def sentence(self) -> str:
        return self.refusals[0].words


def unwrap(text: object) -> Unwrapped:
    """At most the first and last part of a long text: the sentence is at one of the ends."""
    whole = text if isinstance(text, str) else str(text)
    if len(whole) > 2 * _LONGEST:
        whole = f"{whole[:_LONGEST]} … {whole[-_LONGEST:]}"
    whole = without_decoration(whole).strip()
    if looks_like_html(whole):
        return Unwrapped((Refusal(words_of(whole)),), whole)
    in_bodies = _opened(whole, _LAYERS)
    found = in_bodies or [Refusal(what_was_raised(whole) or whole)]
    refusals = [refusal._replace(words=without_affixes(refusal.words)) for refusal in found[:_MOST]]
    return Unwrapped(tuple(refusals), whole, bool(in_bodies))


def _opened(text: str, layers: int) -> list[Refusal]:
    """What the bodies in a text refuse; nothing if it holds none."""
    if layers == 0 or ("{" not in text and "[" not in text):
        return []
    for variant in _variants(text):
        found = [refusal for value in values_in(variant) for refusal in _of_value(value, layers)]
        if found:
            return found
    members = members_of_a_cut_body(text)
    return _of_value(members, layers) if members and not _CUT_BODY_KEYS.isdisjoint(members) else []


def _of_value(value: object, layers: int) -> list[Refusal]:
    return refusals_in(value, lambda sentence: _opened(sentence, layers - 1))


def _variants(text: str) -> list[str]:
    """Without the line breaks of a terminal; as it is; with one level of escapes undone."""
    if "\n" in text and is_wrapped(text):
        text = unwrapped_lines(text)
    variants = [text, unescaped(text)]
    return list(dict.fromkeys(variant for variant in variants if variant is not None))
