"""Origin: the program, trace or export that a conversation was found in, and the way back into its file.

A source reads messages out of lines, rows or spans and may fold or rename them. `places` keeps where each came from;
a value inside a message is found again by looking for it in what it was made of.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from workbench.json.pointer import Path, leaves, list_index, to_path, to_pointer
from workbench.json.text import Json, parse_or_none

if TYPE_CHECKING:
    from workbench.conversation import Conversation
    from workbench.loading.error import LoadError


class Facts(Struct, frozen=True):
    """What a picker shows of a conversation beside its messages."""

    title: str = ""
    model: str = ""
    when: str = ""
    who: str = ""


NO_FACTS = Facts()
HANDED_ON = "handed on"
"""The kind of an origin whose file is elsewhere: nothing can be written back into it."""


class Origin(Struct, frozen=True):
    source: str
    title: str
    """The source in words: Claude Code session."""
    document: Json = None
    """The whole file: its value, the list of its lines, or its tables."""
    kind: str = "value"
    """What the file was when it was opened: a value, lines, a text, the tables of a database, an archive."""
    places: Mapping[Path, Path] = {}
    """Path in the payload → path in the document; the longest that leads to a value counts."""
    lines: tuple[int, ...] = ()
    """Of a file of lines: the number of each line of the document."""
    remark: str = ""
    """What was chosen among what the file holds: 3 branches, main one shown."""
    facts: Facts = NO_FACTS
    side: bool = False
    """A subagent, or a branch that the program would not load again: its faults stop nobody."""
    stored: bool = False
    """A history that the program continues, not a request as it was sent."""
    started_by: str = ""
    """The id of the call that started this conversation."""
    branches: tuple[Callable[[], Conversation | LoadError], ...] = ()
    """The other branches of the same conversation, each read when it is asked for."""
    program_repairs: Mapping[str, str] = {}
    """Rule → how the program itself repairs that before it sends the conversation."""

    def without_file(self) -> Origin:
        """What is known of the program alone, to hand the conversation on without the file that it was found in."""
        return Origin(
            self.source,
            self.title,
            kind=HANDED_ON,
            facts=Facts(model=self.facts.model),
            side=self.side,
            stored=self.stored,
            program_repairs=self.program_repairs,
        )

    def in_file(self, payload: object, pointer: str) -> str:
        """Where a value of the payload is in the file."""
        path = _typed(payload, to_path(pointer))
        for length in range(len(path), -1, -1):
            start = self.places.get(path[:length])
            if start is not None:
                return to_pointer(start + _inside(self._value(start), payload, path, length))
        return pointer

    def line_of(self, pointer: str) -> int | None:
        """The number of the line that a pointer into the document falls in."""
        index = list_index(pointer[1:].split("/", 1)[0]) if pointer else None
        return self.lines[index] if index is not None and index < len(self.lines) else None

    def _value(self, path: Path) -> Json:
        value = self.document
        for step in path:
            value = _member(value, step)
        return value


def _typed(payload: object, path: Path) -> Path:
    """The same path with indexes as numbers, where the payload says that a step is one."""
    typed: list[str | int] = []
    for step in path:
        index = list_index(step) if isinstance(payload, list) else None
        typed.append(step if index is None else index)
        payload = _member(payload, typed[-1])
    return tuple(typed)


def _inside(block: object, payload: object, path: Path, length: int) -> Path:
    """The rest of the way inside the block: by the same steps, else to the value that is equal, else no further."""
    rest = path[length:]
    if not rest:
        return ()
    value = payload
    for step in path:
        value = _member(value, step)
    there = block
    for step in rest:
        there = _member(there, step)
    if there is not None and there == value:
        return rest
    if value is None or isinstance(value, (dict, list)):
        return ()
    opened = parse_or_none(block) if isinstance(block, str) else block
    return next((found for found, leaf in leaves(opened) if leaf == value and type(leaf) is type(value)), ())


def _member(value: object, step: str | int) -> Json:
    """One step down, also into JSON that is written in a text."""
    if isinstance(value, str) and value[:1] in {"{", "["}:
        value = parse_or_none(value)
    if isinstance(value, dict):
        return value.get(step)
    if isinstance(value, list) and isinstance(step, int) and 0 <= step < len(value):
        return value[step]
    return None
