"""The words of a failed result, for histories that are in IContent only on their way to another format.

Spec 000 passes on no more than that a tool failed; that is the rule of a history which is kept in IContent. Another
one had its words in the result itself, and its receiver reads them there.
"""

from __future__ import annotations

from workbench.json.text import Json


def outcome_in_passing(block: dict[str, Json]) -> Json:
    """The result, with the words of its error as `error`, as providers without a mark for failures are told."""
    result, error = block.get("result"), block.get("error")
    if not isinstance(error, str) or error == result:
        return result
    if result is None:
        return {"error": error}
    return {**result, "error": error} if isinstance(result, dict) else {"result": result, "error": error}
