"""The sample histories: found in the repository while developing, inside the package once installed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import orjson

from workbench.conversation import Conversation
from workbench.json.text import Json

_PACKAGE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Expected:
    """A finding that the sample must give."""

    rule: str
    at: str
    severity: str


@dataclass(frozen=True, slots=True)
class Sample:
    name: str
    """What `?sample=` takes: the file without its ending."""
    file: Path
    title: str
    story: str
    format: str
    dialect: str | None
    target: str
    card: bool
    """Shown on the first screen."""
    expected: tuple[Expected, ...]

    def load(self) -> Conversation:
        from workbench.loading import load  # here, so that listing the samples costs nothing

        return load(self.file)


def folder() -> Path:
    inside, beside = _PACKAGE / "sample_histories", _PACKAGE.parent / "sample_histories"
    return inside if inside.is_dir() else beside


@cache
def samples() -> tuple[Sample, ...]:
    """Every sample, in the order of its index."""
    return tuple(_sample(folder(), entry) for entry in orjson.loads((folder() / "index.json").read_bytes()))


def sample_named(name: str) -> Sample | None:
    """By its name (`icontent/four-ids`), with or without the file's ending."""
    return next((sample for sample in samples() if name in (sample.name, f"{sample.name}{sample.file.suffix}")), None)


def _sample(root: Path, entry: dict[str, Json]) -> Sample:
    return Sample(
        name=str(Path(entry["file"]).with_suffix("").as_posix()),
        file=root / entry["file"],
        title=entry["title"],
        story=entry["story"],
        format=entry["format"],
        dialect=entry["dialect"],
        target=entry["target"],
        card=entry.get("card", False),
        expected=tuple(Expected(**expected) for expected in entry["expected"]),
    )
