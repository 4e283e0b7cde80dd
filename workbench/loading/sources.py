"""The hook of the sources: a value, lines or a text that one of them recognises is read by it."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.conversation import Conversation, Note
from workbench.loading.error import LoadError

_Conversations = Iterator[Conversation | LoadError]


def from_source(
    value: object, name: str, notes: list[Note], kind: str = "value", lines: tuple[int, ...] = ()
) -> _Conversations | None:
    """The conversations that a source finds in the value, or None if no source recognises it."""
    from workbench.sources import source_of  # here, because sources use the readers of this package
    from workbench.sources.contract import Material
    from workbench.sources.opening import conversations_in

    material = Material(value, kind, name, lines)
    source = source_of(material)
    return conversations_in(material, source, notes) if source else None


def is_of_source(value: object, kind: str = "value") -> bool:
    """Whether a source recognises a value, or a file by its first lines."""
    from workbench.sources import source_of
    from workbench.sources.contract import Material

    return source_of(Material(value, kind)) is not None
