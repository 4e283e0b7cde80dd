"""An error as people paste it → one plain text: a JSON body, an exception's repr and a log line all say the same.

Quotes differ between providers and libraries and are lost in logs, so every kind becomes the same one; escapes are
undone, as often as the text was wrapped.
"""

from __future__ import annotations

import re

_LONGEST = 20_000
_QUOTES = re.compile(r"[\"`´‘’“”„]")
_ESCAPED = re.compile(r"\\+([\"'`/nrt])")
_UNICODE = re.compile(r"\\+u([0-9a-fA-F]{4})")


def clean(text: object) -> str:
    """At most the first and last part of a long text: the sentence is at one of the ends."""
    whole = text if isinstance(text, str) else str(text)
    if len(whole) > 2 * _LONGEST:
        whole = f"{whole[:_LONGEST]} … {whole[-_LONGEST:]}"
    whole = _UNICODE.sub(lambda match: chr(int(match[1], 16)), whole)
    whole = _ESCAPED.sub(lambda match: " " if match[1] in "nrt" else match[1], whole)
    whole = _QUOTES.sub("'", whole).replace("preceeding", "preceding")
    return " ".join(whole.split())
