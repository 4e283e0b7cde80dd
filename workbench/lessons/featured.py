"""The mappings and walks that the Learn page offers first. They are listed in `featured.json`."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

import orjson


class Pair(NamedTuple):
    source: str
    target: str


class FeaturedWalk(NamedTuple):
    title: str
    sample: str
    lesson: str
    """What to look for, with the lines of the specification."""


class Featured(NamedTuple):
    walks: tuple[FeaturedWalk, ...]
    mappings: tuple[Pair, ...]

    def title(self, sample: str) -> str:
        return next((walk.title for walk in self.walks if walk.sample == sample), "")

    def lesson(self, sample: str) -> str:
        return next((walk.lesson for walk in self.walks if walk.sample == sample), "")


@cache
def featured() -> Featured:
    stored = orjson.loads((Path(__file__).parent / "featured.json").read_bytes())
    walks = tuple(FeaturedWalk(**walk) for walk in stored["walks"])
    return Featured(walks, tuple(Pair(*pair) for pair in stored["mappings"]))
