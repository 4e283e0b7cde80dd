"""Split assistant messages of SDK 5 to 7 that contain results of tools that the provider ran.

Other formats do not allow results in an assistant message. Each run of results becomes a tool message between what the
model wrote before and after it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from workbench.json.text import Json


def _is_result(part: object) -> bool:
    return isinstance(part, dict) and part.get("type") == "tool-result"


def split_at_results(parts: list[Json]) -> Iterator[tuple[str, list[Json]]]:
    """Yield the role (`assistant` or `tool`) and the parts of each turn. A message without results is one turn."""
    if not any(map(_is_result, parts)):
        yield "assistant", parts
        return
    for is_result, run in groupby(parts, _is_result):
        yield "tool" if is_result else "assistant", list(run)
