"""Input number n of a seed: the same bytes and the same choice of targets, whenever and wherever it is made."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from tests.fuzz.corpus import Seed
from tests.fuzz.mutations import excerpt, mutated, mutated_text
from tests.fuzz.path import Choice, chosen
from workbench.json.text import Json, compact
from workbench.provenance.values import copied


class Input(NamedTuple):
    seed: int
    number: int
    origin: str
    """The document that was mutated."""
    value: Json
    choice: Choice

    @property
    def name(self) -> str:
        return f"seed {self.seed}, input {self.number} ({self.origin})"


def made(seeds: Sequence[Seed], seed: int, number: int) -> Input:
    chance = Random(f"{seed}:{number}")
    origin, other = chance.choice(seeds), chance.choice(seeds)
    if origin.is_text:
        value: Json = mutated_text(chance, origin.value)
    else:
        short = excerpt(chance, copied(origin.value))
        value = mutated(chance, short, other.value)
        if chance.random() < 0.02:
            value = mutated_text(chance, compact(value))
    return Input(seed, number, origin.name, value, chosen(chance))


def written(value: Json) -> bytes:
    """As a file would hold it: a text as it is, anything else as JSON."""
    if isinstance(value, bytes):
        return value
    return (value if isinstance(value, str) else compact(value)).encode(errors="surrogatepass")
