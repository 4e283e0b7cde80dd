"""Let a source read the values, lines and texts that it recognises."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING

from workbench.conversation import Conversation, Note
from workbench.json.text import Json
from workbench.loading.error import LoadError
from workbench.origin import FileKind

if TYPE_CHECKING:
    from workbench.sources.contract import Material, Source

_Conversations = Iterator[Conversation | LoadError]


@cache
def _sources() -> tuple[
    type[Material], Callable[[Material], Source | None], Callable[[Material, Source, list[Note]], _Conversations]
]:
    """Import the sources on first use, because they import this package, and cache them, because it takes time."""
    from workbench.sources import source_of
    from workbench.sources.contract import Material
    from workbench.sources.found_to_conversations import conversations_in

    return Material, source_of, conversations_in


def from_source(value: object, name: str, notes: list[Note], kind: FileKind = "value") -> _Conversations | None:
    """Return the conversations that a source finds in the value, or None if no source recognises it."""
    material_of, source_of, conversations_in = _sources()
    material = material_of(value, kind, name)
    source = source_of(material)
    return conversations_in(material, source, notes) if source else None


def source_of_lines(first: list[Json]) -> Source | None:
    """Return the source that recognises the first lines of a file."""
    material_of, source_of, _ = _sources()
    return source_of(material_of(first, "lines"))


def read_lines(source: Source, lines: list[Json], numbers: list[int], name: str, notes: list[Note]) -> _Conversations:
    """Return the conversations of a file whose first lines a source recognised: the others do not decide again."""
    material_of, _, conversations_in = _sources()
    return conversations_in(material_of(lines, "lines", name, tuple(numbers)), source, notes)
