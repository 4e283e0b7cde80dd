"""The sample histories, which are in the repository during development and in the package when installed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import orjson

from workbench.conversation import Conversation
from workbench.json.text import JsonObject

if TYPE_CHECKING:
    from workbench.targets.severities import Severity

_PACKAGE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Expected:
    """A finding that the sample must have."""

    rule: str
    at: str
    severity: Severity


@dataclass(frozen=True, slots=True)
class Sample:
    name: str
    """The file name without its extension, as in `?sample=`."""
    file: Path
    title: str
    story: str
    format: str
    dialect: str | None
    target: str
    card: bool
    """Whether it is shown on the start page."""
    expected: tuple[Expected, ...]

    def load(self) -> Conversation:
        from workbench.loading import load  # listing the samples must not import the readers

        return load(self.file)


def folder() -> Path:
    installed, in_repository = _PACKAGE / "sample_histories", _PACKAGE.parent / "sample_histories"
    return installed if installed.is_dir() else in_repository


@cache
def samples() -> tuple[Sample, ...]:
    """Return every sample, in the order of the index."""
    return tuple(_sample(folder(), entry) for entry in orjson.loads((folder() / "index.json").read_bytes()))


def sample_named(name: str) -> Sample | None:
    """Return the sample with this name (`icontent/four-ids`), with or without the file extension, or None."""
    return next((sample for sample in samples() if name in (sample.name, f"{sample.name}{sample.file.suffix}")), None)


def _sample(root: Path, entry: JsonObject) -> Sample:
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
