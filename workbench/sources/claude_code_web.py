"""Claude Code on the web: the session as one object, its lines under `loglines`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from workbench.sources import claude_code
from workbench.sources.contract import VALUE, Found, Material, Source


def recognise(material: Material) -> bool:
    lines = material.object.get("loglines")
    return isinstance(lines, list) and claude_code.recognise(Material(lines))


def read(material: Material) -> Iterator[Found]:
    for found in claude_code.read(Material(material.object["loglines"])):
        yield _moved(found)


def _moved(found: Found) -> Found:
    places = {path: ("loglines", *place) for path, place in found.places.items()}
    return replace(found, places=places, branches=tuple(map(_moved, found.branches)))


SOURCE = Source(
    "claude-code-web", "Claude Code web session", recognise, read, frozenset({VALUE}), signs=frozenset({"loglines"})
)
