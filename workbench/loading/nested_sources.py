"""Find the files of known programs inside a document of unknown structure, at any depth, even in JSON inside strings.

An API wraps what a program stores in `data` or `result`, a table has it in a column. The wrapper is unknown, but what
is inside is as certain as in a file of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from workbench.conversation import Conversation, Note
from workbench.json.pointer import Path, to_pointer
from workbench.json.text import Json, parse_or_none
from workbench.loading.error import LoadError
from workbench.loading.shape import looks_like_message
from workbench.origin import INSIDE

if TYPE_CHECKING:
    from collections.abc import Callable

    from workbench.sources.contract import Source

_DEPTH = 8
_ENOUGH = 50
"""How often values with the same keys are asked about in vain, before the others with these keys are not."""
_SHORTEST = 20
"""The characters of the shortest string that can contain a conversation."""
_Value = TypeVar("_Value")


def from_nested_sources(
    value: object, name: str, notes: list[Note], *, is_part: bool = False
) -> list[Conversation | LoadError]:
    """Return the conversations of the outermost values that a source recognises, in the order of the document.

    Empty if there is none, or if none of them contains a conversation: a name for a part does not describe the whole.
    The value itself is asked about only if it is a part of the file, such as a line.
    """
    from workbench.sources.contract import Material
    from workbench.sources.found_to_conversations import conversations_in

    found = list(_recognised(value, is_part))
    items: list[Conversation | LoadError] = []
    for path, inner, source in found:
        full_name = f"{name}#{to_pointer(path)}" if len(found) > 1 else name
        material = Material(inner, name=full_name)
        items += [_moved(item, value, path) for item in conversations_in(material, source, notes)]
    return items if any(isinstance(item, Conversation) for item in items) else []


def _recognised(value: object, is_part: bool) -> Iterator[tuple[Path, Json, Source]]:
    from workbench.sources import source_inside
    from workbench.sources.contract import Material

    in_vain: Counter[frozenset[str]] = Counter()
    pending: list[tuple[Path, Json]] = [((), value)]
    while pending:
        path, container = pending.pop()
        keys = _keys(container)
        is_asked = (path or is_part) and in_vain[keys] < _ENOUGH and not looks_like_message(container)
        source = source_inside(Material(container)) if is_asked else None
        in_vain[keys] += source is None
        if source is not None:
            yield path, container, source
        elif len(path) < _DEPTH:
            pending += reversed([((*path, step), inner) for step, inner in _containers(container)])


def _keys(container: Json) -> frozenset[str]:
    """The keys of an object, or of the first object of a list: rows of a table are alike."""
    first = next(iter(container), None) if isinstance(container, list) else container
    return frozenset(first) if isinstance(first, dict) else frozenset()


def _containers(value: object) -> Iterator[tuple[str | int, Json]]:
    """The members of a container that may contain something, a string with JSON in it as its value."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, item in items:
        inner = _opened(item) if isinstance(item, str) else item
        if inner and isinstance(inner, (dict, list)):
            yield step, inner


def _opened(text: str) -> Json:
    is_json = len(text) >= _SHORTEST and text.lstrip()[:1] in {"{", "["}
    return parse_or_none(text) if is_json else None


def _moved(item: Conversation | LoadError, document: object, path: Path) -> Conversation | LoadError:
    """Let the places of a conversation start at the document instead of at the value inside it."""
    if isinstance(item, LoadError) or item.origin is None:
        return item
    origin = item.origin
    return replace(
        item,
        origin=replace(
            origin,
            document=document,
            kind=INSIDE,
            places={key: (*path, *place) for key, place in origin.places.items()},
            joined={key: [(*path, *place) for place in places] for key, places in origin.joined.items()},
            decoded=_below(path, origin.decoded),
            branches=tuple(partial(_moved_branch, branch, document, path) for branch in origin.branches),
        ),
    )


def _moved_branch(
    branch: Callable[[], Conversation | LoadError], document: object, path: Path
) -> Conversation | LoadError:
    return _moved(branch(), document, path)


def _below(path: Path, values: Mapping[Path, _Value]) -> dict[Path, _Value]:
    return {(*path, *key): value for key, value in values.items()}
