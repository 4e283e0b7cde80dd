"""What can be taken out of a document: messages, members and list items, and the ends of long texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from workbench.conversation import Conversation
from workbench.json.pointer import Path, PointerError, containers, follow, leaves, list_index, replaced, to_path
from workbench.json.text import Json
from workbench.provenance.values import DISCRIMINATORS

SHORT = 40
"""Texts up to this length stay as they are: an id or a name is none that is worth cutting."""
_DEEPEST = 40


def message_places(conversation: Conversation) -> list[Path]:
    """What to remove for each message: the list item that holds it, whatever wraps the message there."""
    places = [to_path(conversation.pointer(index)) for index in range(len(conversation.messages))]
    return [_up_to_its_list(conversation.payload, place) for place in places]


def _up_to_its_list(payload: object, place: Path) -> Path:
    steps = in_steps(payload, place)
    items = [number for number, step in enumerate(steps, 1) if isinstance(step, int)]
    return steps[: items[-1]] if items else steps


def in_steps(payload: object, path: Path) -> Path:
    """The path with indexes as numbers, as far as it leads."""
    steps: list[str | int] = []
    for step in path:
        try:
            inside = follow(payload, (step,))
        except PointerError:
            break
        index = list_index(step) if isinstance(payload, list) else None
        steps.append(step if index is None else index)
        payload = inside
    return tuple(steps)


def parts(conversation: Conversation, at: str) -> list[Path]:
    """Every member and list item that may go; those that hold others first.

    The messages stay, and so does the value that the finding points at, what leads to it, and what says of a value
    which kind it is: without that it would be another fault.
    """
    staying = [*message_places(conversation), in_steps(conversation.payload, to_path(at))]
    leading = {place[:length] for place in staying for length in range(len(place) + 1)}
    found = [
        (*path, step)
        for path, container in containers(conversation.payload, _DEEPEST)
        for step in (container if isinstance(container, dict) else range(len(container)))
    ]
    return [path for path in found if path not in leading and path[-1] not in DISCRIMINATORS]


def without(value: object, places: Iterable[Path]) -> Json:
    """A copy without what is at these places; what lies beside them is shared."""
    below: dict[str | int, list[Path]] = {}
    for place in places:
        below.setdefault(place[0], []).append(place[1:])
    return _rebuilt(value, below)


def _rebuilt(value: Json, below: dict[str | int, list[Path]]) -> Json:
    steps = value.items() if isinstance(value, dict) else enumerate(value)
    left = [(step, _inside(item, below.get(step, []))) for step, item in steps if () not in below.get(step, ())]
    return dict(left) if isinstance(value, dict) else [item for _, item in left]


def _inside(item: object, places: list[Path]) -> Json:
    return without(item, places) if places else item


def long_texts(payload: object) -> list[tuple[Path, str]]:
    return [(path, text) for path, text in leaves(payload) if isinstance(text, str) and len(text) > SHORT]


def with_texts(payload: object, texts: Iterable[tuple[Path, str]]) -> Json:
    for path, text in texts:
        payload = replaced(payload, path, text)
    return payload


def shorter(text: str) -> Iterator[str]:
    """The beginning of a text, the shortest first."""
    length = SHORT
    while length < len(text):
        yield f"{text[: length - 1].rstrip()}…"
        length *= 2
