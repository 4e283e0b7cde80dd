"""What is mutated: the sample histories, a file of each source, and any folder that `WORKBENCH_FUZZ_CORPUS` names."""

from __future__ import annotations

import gzip
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tests.sources.all_kinds import ALL_KINDS
from tests.sources.test_writing import BROKEN
from workbench.json.text import parse_or_none
from workbench.samples import samples

FOLDERS_VARIABLE = "WORKBENCH_FUZZ_CORPUS"
"""Folders in addition to the samples, with the system's path separator."""
_LARGEST = 200_000
"""Bytes. Larger ones are a matter of the benchmarks."""


class Seed(NamedTuple):
    """A document to mutate: a JSON value, or a text that holds one (a log, a curl command)."""

    name: str
    value: Any
    is_lines: bool = False
    """A file with a value on each line: those are the items of the list that is mutated."""

    @property
    def is_text(self) -> bool:
        return isinstance(self.value, str)


def corpus() -> list[Seed]:
    """In an order that depends on names only, so that a seed number means the same on every machine."""
    seeds = [_seed(sample.name, sample.file.read_bytes()) for sample in samples()]
    seeds += _seeds_of_sources()
    for folder in filter(None, os.environ.get(FOLDERS_VARIABLE, "").split(os.pathsep)):
        seeds.extend(_seeds_in(Path(folder)))
    return seeds


def _seeds_in(folder: Path) -> Iterator[Seed]:
    for path in sorted(folder.rglob("*")):
        if path.name.endswith(".jsonl.gz"):
            lines = gzip.decompress(path.read_bytes()).splitlines()
            short = ((number, line) for number, line in enumerate(lines, start=1) if len(line) <= _LARGEST)
            yield from (_seed(f"{path.name}:{number}", line) for number, line in short)
        elif path.suffix in (".json", ".jsonl", ".txt") and path.stat().st_size <= _LARGEST:
            yield _seed(path.name, path.read_bytes())


def _seeds_of_sources() -> Iterator[Seed]:
    """Whole and with a lost result; databases and archives are not mutated."""
    for name, kind in ALL_KINDS.items():
        if not isinstance(kind.content, bytes):
            yield Seed(name, kind.content)
        elif kind.content.isascii():
            yield _seed(name, kind.content)
    for name, broken in BROKEN.items():
        yield from (_seed(f"{name}, broken", content) for content in (broken.lost, broken.renamed) if content)


def _seed(name: str, data: bytes) -> Seed:
    """A record that holds a history beside facts about it gives the history."""
    text = data.decode(errors="replace")
    value = parse_or_none(text)
    if isinstance(value, dict) and isinstance(value.get("history"), (dict, list)):
        value = value["history"]
    lines = [parse_or_none(line) for line in text.splitlines()] if value is None else []
    if len(lines) > 1 and all(isinstance(line, (dict, list)) for line in lines):
        return Seed(name, lines, is_lines=True)
    return Seed(name, text if value is None else value)
