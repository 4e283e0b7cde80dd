"""Write UI messages of SDK 4: results, user turns, responses and tools."""

from __future__ import annotations

from workbench.json.text import Json


def complete(invocation: object, text: str) -> Json:
    return {**(invocation if isinstance(invocation, dict) else {}), "state": "result", "result": text}
