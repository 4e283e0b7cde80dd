"""An assistant message of SDK 5 to 7 may hold the results of tools that the provider ran; elsewhere it may not.

Such a message is cut after each run of results, so that the results are in a tool message between what the model
said before and after it knew them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from workbench.json.text import Json


def _is_result(part: object) -> bool:
    return isinstance(part, dict) and part.get("type") == "tool-result"


def cut_at_results(parts: list[Json]) -> Iterator[tuple[str, list[Json]]]:
    """`assistant` or `tool`, and the parts that belong to that turn, in order. Without results it is one turn."""
    if not any(map(_is_result, parts)):
        yield "assistant", parts
        return
    for is_result, run in groupby(parts, _is_result):
        yield "tool" if is_result else "assistant", list(run)
