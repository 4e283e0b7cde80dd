"""Input number n of a seed: the same bytes and the same choice of targets, whenever and wherever it is made."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from tests.fuzz.corpus import Seed
from tests.fuzz.mutations import excerpt, mutated, mutated_text
from tests.fuzz.path import Choice, chosen
from tests.fuzz.places import copied
from workbench.conversion import converted_document
from workbench.converters import NoRouteError
from workbench.formats import FORMATS
from workbench.json.text import compact
from workbench.loading import LoadError, load

_CONVERTED = 0.3
"""So many of the inputs are mutated after a conversion."""


class Input(NamedTuple):
    seed: int
    number: int
    origin: str
    """The document that was mutated."""
    value: Any
    choice: Choice
    is_lines: bool = False

    @property
    def name(self) -> str:
        return f"seed {self.seed}, input {self.number} ({self.origin})"

    @property
    def data(self) -> bytes:
        return self.written(self.value)

    def written(self, value: Any) -> bytes:
        """This or a smaller value as the file that the input is."""
        if self.is_lines and isinstance(value, list):
            return b"".join(written(line) + b"\n" for line in value)
        return written(value)


def made(seeds: Sequence[Seed], seed: int, number: int) -> Input:
    chance = Random(f"{seed}:{number}")
    origin, other = chance.choice(seeds), chance.choice(seeds)
    if chance.random() < _CONVERTED:
        origin = in_another_format(origin, chance.choice(list(FORMATS)))
    if origin.is_text:
        value: Any = mutated_text(chance, origin.value)
    else:
        short = excerpt(chance, copied(origin.value))
        value = mutated(chance, short, other.value)
        if chance.random() < 0.02:
            value = mutated_text(chance, compact(value))
    return Input(seed, number, origin.name, value, chosen(chance), origin.is_lines)


def in_another_format(origin: Seed, format_name: str) -> Seed:
    """The history as the workbench converts it: every format is mutated, however few files there are of it."""
    if origin.is_text or origin.is_lines:
        return origin
    try:
        document = converted_document(load(written(origin.value)), format_name)
    except (LoadError, NoRouteError):
        return origin
    return Seed(f"{origin.name} as {format_name}", document)


def written(value: Any) -> bytes:
    """As a file would hold it: a text as it is, anything else as JSON."""
    if isinstance(value, bytes):
        return value
    return (value if isinstance(value, str) else compact(value)).encode(errors="surrogatepass")
