"""Find the records of one session that were each put into an envelope, as a server or a recorder of tests does.

Each record alone would be a conversation of one message. Together they are the lines of the program's own file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

from msgspec.structs import replace

from workbench.conversation import Conversation, Note
from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.loading.error import LoadError
from workbench.origin import INSIDE

if TYPE_CHECKING:
    from workbench.sources.contract import Source

_DEPTH = 3
_SAMPLE = 20
_LOGS = frozenset({"anthropic-managed-agents"})
"""Services whose sessions are logs of events, but not files on this computer."""
_Records = list[tuple[Path, dict[str, Json]]]


def from_enveloped_records(value: object, name: str, notes: list[Note]) -> list[Conversation | LoadError]:
    """Return the conversations of a session whose records are members of list items; empty if there is none."""
    for path, items in _lists(value):
        for steps in _ways_in(items[:_SAMPLE]):
            from workbench.sources.contract import Material
            from workbench.sources.found_to_conversations import conversations_in

            source = _session_source([record for _, record in _records(items[:_SAMPLE], path, steps)])
            records = _records(items, path, steps) if source is not None else []
            if source is not None and len(records) * 2 >= len(items):
                material = Material([record for _, record in records], name=name)
                places = [place for place, _ in records]
                return [_moved(item, value, places) for item in conversations_in(material, source, notes)]
    return []


def _lists(value: object) -> Iterator[tuple[Path, list[Json]]]:
    """Yield the value if it is a list with several objects, else such lists among its members."""
    held = [((), value)] if isinstance(value, list) else [((key,), item) for key, item in _members(value)]
    for path, items in held:
        if isinstance(items, list) and len(items) > 1 and isinstance(items[0], dict):
            yield path, items


def _members(value: object) -> list[tuple[str, Json]]:
    return list(value.items()) if isinstance(value, dict) else []


def _ways_in(items: list[Json]) -> list[Path]:
    """Return the paths that lead from several items to an object with a type, the most frequent first."""
    values = chain.from_iterable([item.values() for item in items if type(item) is dict])
    if dict not in map(type, values):  # messages, mostly
        return []
    found: Counter[Path] = Counter(path for item in items for path in _typed(item, ()))
    return [path for path, count in found.most_common() if count > 1]


def _typed(value: Json, path: Path) -> Iterator[Path]:
    for key, inner in _members(value):
        if isinstance(inner, dict):
            if isinstance(inner.get("type"), str):
                yield (*path, key)
            if len(path) + 1 < _DEPTH:
                yield from _typed(inner, (*path, key))


def _records(items: list[Json], path: Path, steps: Path) -> _Records:
    records: _Records = []
    for index, item in enumerate(items):
        inner: Json = item
        for step in steps:
            inner = inner.get(step) if isinstance(inner, dict) else None
        if isinstance(inner, dict):
            records.append(((*path, index, *steps), inner))
    return records


def _session_source(records: list[dict[str, Json]]) -> Source | None:
    """Return the program whose sessions consist of such records."""
    from workbench.sources import source_inside
    from workbench.sources.contract import LINES, Material

    source = source_inside(Material(records)) if len(records) > 1 else None
    is_log = source is not None and LINES in source.takes and (source.homes or source.slug in _LOGS)
    return source if is_log else None


def _moved(item: Conversation | LoadError, document: object, places: list[Path]) -> Conversation | LoadError:
    """Let the places of a conversation lead to the envelopes of its records. Other branches are not offered."""
    if isinstance(item, LoadError) or item.origin is None:
        return item
    origin = item.origin

    def moved(place: Path) -> Path:
        return (*places[place[0]], *place[1:]) if place and isinstance(place[0], int) else ()

    return replace(
        item,
        origin=replace(
            origin,
            document=document,
            kind=INSIDE,
            places={key: moved(place) for key, place in origin.places.items()},
            joined={key: [moved(place) for place in held] for key, held in origin.joined.items()},
            branches=(),
        ),
    )
