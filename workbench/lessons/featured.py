"""What the Learn page offers first. Which formats and samples those are is data beside this module."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

import orjson


class Pair(NamedTuple):
    source: str
    target: str


class Featured(NamedTuple):
    mappings: tuple[Pair, ...]


@cache
def featured() -> Featured:
    told = orjson.loads((Path(__file__).parent / "featured.json").read_bytes())
    return Featured(tuple(Pair(*pair) for pair in told["mappings"]))
