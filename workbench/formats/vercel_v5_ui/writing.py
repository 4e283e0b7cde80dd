"""Write UI messages of SDK 5 to 7: results, user turns, responses and tools."""

from __future__ import annotations

from workbench.json.text import Json


def complete(part: object, text: str) -> Json:
    """Write the result as an error, because there is no output. The state marks the call as finished."""
    return {**(part if isinstance(part, dict) else {}), "state": "output-error", "errorText": text}
