"""The error text of a failed result, for histories that are in IContent only on the way to another format.

Spec 000 sends only the fact that a tool failed. That rule is for histories stored in IContent; other histories had the
error text in the result, and their receiver expects it there.
"""

from __future__ import annotations

from workbench.json.text import Json


def result_with_error_text(block: dict[str, Json]) -> Json:
    """Return the result with the error text under `error`, the form for providers that have no failure flag."""
    result, error = block.get("result"), block.get("error")
    if not isinstance(error, str) or error == result:
        return result
    if result is None:
        return {"error": error}
    return {**result, "error": error} if isinstance(result, dict) else {"result": result, "error": error}
