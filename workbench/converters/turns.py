"""Merge adjacent turns of one role. Some providers require alternating turns, and the others treat them the same.

Only user and assistant turns are merged. A system message in the middle keeps its position, because the position is
part of its meaning; those at the beginning move out of the message list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from workbench.converters.contract import Converted
from workbench.json.text import Json, JsonObject


class Turn(NamedTuple):
    role: Json
    content: str | list[Json]
    """A text, if the provider accepts one, or a list of blocks that belongs to this turn alone."""
    source: int


def count_leading(messages: Sequence[Json], is_system: Callable[[JsonObject], bool]) -> int:
    """Count the system prompts at the beginning."""
    return sum(1 for _ in takewhile(lambda message: isinstance(message, dict) and is_system(message), messages))


def merged_turns(turns: Iterable[Turn], text_block: Callable[[str], Json]) -> Iterator[Converted]:
    role: Json = None
    content: str | list[Json] = []
    sources: list[int] = []
    for turn in turns:
        if sources and role in ("user", "assistant") and turn.role == role:
            if isinstance(content, str):
                content = [text_block(content)]
            content.extend([text_block(turn.content)] if isinstance(turn.content, str) else turn.content)
            if sources[-1] != turn.source:
                sources.append(turn.source)
            continue
        if sources:
            yield Converted({"role": role, "content": content}, tuple(sources))
        role, content, sources = turn.role, turn.content, [turn.source]
    if sources:
        yield Converted({"role": role, "content": content}, tuple(sources))
