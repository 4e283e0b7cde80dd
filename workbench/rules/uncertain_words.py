"""State what a service or a model may refuse, where a sentence states that it refuses it.

One rule can be an error for one target and a warning for another, which may accept the same chat.
"""

from __future__ import annotations

import re

_RECEIVER = r"((?:[Tt]his|[Tt]he) (?:service|model|model's host)|which|model that)"
_CHANGES = (
    (rf"\b{_RECEIVER} does not\b", r"\1 may not"),
    (rf"\b{_RECEIVER} cannot\b", r"\1 may be unable to"),
    (rf"\b{_RECEIVER} (allow|accept|require|forbid|need)s\b", r"\1 may \2"),
    (r"\b(is|are) not (allowed|accepted|known)\b", r"may not be \2"),
    (r"\bonly one is allowed\b", "only one may be allowed"),
    (r"\b(?:is|are) too (small|large|long)\b", r"may be too \1"),
)


def made_uncertain(sentence: str) -> str:
    for certain, uncertain in _CHANGES:
        sentence = re.sub(certain, uncertain, sentence)
    return sentence
