"""The containers that are open while the tolerant reader reads, innermost last."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.json.text import Json

CLOSERS = {"[": "]", "{": "}", "(": ")"}


class Frame:
    """An open container and the bracket that closes it. `call` marks the arguments of a printed object."""

    __slots__ = ("call", "closer", "comma", "container", "key")

    def __init__(self, container: list[Json] | dict[str, Json], closer: str, call: bool = False) -> None:
        self.container = container
        self.closer = closer
        self.call = call
        self.comma = False
        self.key = ""

    @property
    def step(self) -> str | int:
        """The key or index that the value being read will have in this container."""
        return self.key if isinstance(self.container, dict) else len(self.container)

    def place(self, value: object) -> None:
        if isinstance(self.container, dict):
            self.container[self.key] = value
        else:
            self.container.append(value)

    def finished(self) -> Json:
        """Return the container; round brackets around a single value without a comma are not a tuple."""
        if self.closer == ")" and isinstance(self.container, list) and len(self.container) == 1 and not self.comma:
            return self.container[0]
        return self.container


def has_content(stack: Sequence[Frame]) -> bool:
    """Whether a member of an object or a complete container was read, which shows that this is data and not prose."""
    return any(
        bool(frame.container) if isinstance(frame.container, dict) else _has_container(frame.container)
        for frame in stack
    )


def _has_container(items: list[Json]) -> bool:
    return any(isinstance(item, (dict, list)) for item in items)
