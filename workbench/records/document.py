"""A document in which every place of a source can be looked up, even inside JSON strings and decoded values."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Any, Final, Literal, TypeAlias

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.origin import Origin
from workbench.sources.reading import opened


class _Nothing(Enum):
    NOTHING = "no value"


NOTHING: Final = _Nothing.NOTHING
"""Marks a place without a value. None would be ambiguous, because it is a JSON value."""
Missing: TypeAlias = Literal[_Nothing.NOTHING]


class OpenedDocument:
    """Parses each JSON string once, when a place leads into it."""

    def __init__(self, origin: Origin) -> None:
        self.root: Json = origin.decoded.get((), origin.document)
        self._decoded = {path: value for path, value in origin.decoded.items() if path}
        self._parsed: dict[int, tuple[Json, Json]] = {}

    def at(self, path: Path) -> Json | Missing:
        """Return the value at a place, or NOTHING. A string with JSON in it is returned as a string."""
        value: Json | Missing = self.root
        for number, step in enumerate(path):
            value = step_into(self.inside(value), step)
            if self._decoded and path[: number + 1] in self._decoded:
                value = self._decoded[path[: number + 1]]
        return value

    def steps(self, path: Path) -> Iterable[str | int]:
        """Return the keys or indexes of the container at a place."""
        value = self.inside(self.at(path))
        return range(len(value)) if isinstance(value, list) else list(value) if isinstance(value, dict) else ()

    def inside(self, value: Json | Missing) -> Json | Missing:
        """Return the JSON value of a string; any other value is returned unchanged."""
        if not isinstance(value, str):
            return value
        if id(value) not in self._parsed:
            self._parsed[id(value)] = (value, opened(value))  # a reference to the string keeps its id from being reused
        return self._parsed[id(value)][1]


def step_into(value: object, step: str | int) -> Any:
    if isinstance(value, dict):
        return value.get(step, NOTHING)
    if isinstance(value, list) and isinstance(step, int) and 0 <= step < len(value):
        return value[step]
    return NOTHING
