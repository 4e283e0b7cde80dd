"""Claude Code on the web: the session is one object with its lines in `loglines`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from msgspec.structs import replace

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
    branches = tuple(partial(_moved_branch, branch) for branch in found.branches)
    return replace(found, places=places, branches=branches)


def _moved_branch(branch: Callable[[], Found]) -> Found:
    return _moved(branch())


SOURCE = Source(
    "claude-code-web", "Claude Code web session", recognise, read, frozenset({VALUE}), signs=frozenset({"loglines"})
)
