"""Sources: the programs, traces and exports that people's conversations are in, one module each.

The order decides: what has the surer sign comes first. A file that no source recognises is read by its messages alone.
"""

from __future__ import annotations

from workbench.sources import claude_code, codex
from workbench.sources.contract import Material, Source

SOURCES: tuple[Source, ...] = (
    claude_code.SOURCE,
    codex.SOURCE,
)

SOURCES_BY_SLUG = {source.slug: source for source in SOURCES}


def source_of(material: Material) -> Source | None:
    """The first source that recognises the file."""
    return next((source for source in SOURCES if material.kind in source.takes and source.recognise(material)), None)
