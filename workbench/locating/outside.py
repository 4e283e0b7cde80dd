"""Errors whose cause is outside of the conversation: the API key, the account, the service, the name of the model.

Searching the file for them would blame an innocent message, so they are answered before the search.
"""

from __future__ import annotations

import re

_ROWS = tuple(
    (re.compile(pattern, re.IGNORECASE), f"The error is about {subject}, not about the conversation.{advice}")
    for pattern, subject, advice in (
        (r"\bapi[ _-]?key\b|authenticat|unauthori[sz]ed|\bcredentials?\b|security token|permission denied",
         "the API key or its permissions", ""),
        (r"rate limit|too many requests|\bquota\b|insufficient (?:balance|credits?|funds)|credit balance|\bbilling\b",
         "a limit or the balance of the account", ""),
        (r"\boverloaded|(?:service|temporarily) unavailable|internal server error|bad gateway|gateway time-?out",
         "the provider's service", " Send it again later."),
    )
)  # fmt: skip
UNKNOWN_MODEL = re.compile(
    r"\bmodel\b.{0,60}(?:not found|does not exist|identifier|not available|on-demand throughput)|unknown model"
    r"|(?:invalid|not a valid) model\b|\bmodel names\b.{0,120}\bpassed\b",
    re.IGNORECASE,
)
"""The request names a model that the provider does not have."""
MODEL_UNNAMED = "The error is about the model that the request names, not about the conversation; this file names none."


def outside_cause(words: str) -> str | None:
    """Return the sentence about a cause outside of the request, or None if the error may be about the request."""
    return next((sentence for pattern, sentence in _ROWS if pattern.search(words)), None)
