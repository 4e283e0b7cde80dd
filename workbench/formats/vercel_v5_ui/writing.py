"""What is written as a UI message of SDK 5 to 7: results, user turns, responses and tools."""

from __future__ import annotations

from workbench.json.text import Json


def complete(part: object, text: str) -> Json:
    """As an error, because there is no output; the state says that the call is over."""
    return {**(part if isinstance(part, dict) else {}), "state": "output-error", "errorText": text}
