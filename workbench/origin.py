"""The program, trace or export that a conversation was found in, and how its values are found in the file again.

A source reads messages from lines, rows or spans and may combine or rename them. `places` records where each came from;
a value inside a message is located by searching for it there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from msgspec import Struct

from workbench.json.pointer import Path, leaves, list_index, to_path, to_pointer
from workbench.json.text import Json, parse_or_none

if TYPE_CHECKING:
    from workbench.conversation import Conversation
    from workbench.loading.error import LoadError


class Facts(Struct, frozen=True):
    """Facts about a conversation that help to choose it from a list."""

    title: str = ""
    model: str = ""
    when: str = ""
    who: str = ""


NO_FACTS = Facts()
FileKind: TypeAlias = Literal["value", "lines", "text", "tables", "members", "inside", "handed on"]
"""What a file contains: a JSON value, JSON lines, a text, the tables of a database, the members of an archive."""
INSIDE: Final = "inside"
"""The kind of an origin inside a document of an unknown program: no program loads the document again."""
WITHOUT_FILE: Final = "handed on"
"""The kind of an origin whose file is not here (a capsule): nothing can be written back. Saved cases contain it."""


class Origin(Struct, frozen=True):
    source: str
    title: str
    """The source as people call it: Claude Code session."""
    document: Json = None
    """The entire file: its value, the list of its lines, or its tables."""
    kind: FileKind = "value"
    places: Mapping[Path, Path] = {}
    """Paths in the document by paths in the payload; the longest matching path counts."""
    joined: Mapping[Path, Sequence[Path]] = {}
    """Further paths in the document, by paths in the payload, whose text is part of the same value."""
    decoded: Mapping[Path, Json] = {}
    """Values that the source decoded, by paths in the document, where the document contains bytes or a text."""
    messages: list[Json] = []
    """The messages as the source read them. A repair of the conversation does not change them."""
    lines: tuple[int, ...] = ()
    """The line number of each item of the document, if the file consists of lines."""
    remark: str = ""
    """Which part of the file was chosen: 3 branches, main one shown."""
    facts: Facts = NO_FACTS
    side: bool = False
    """A subagent, or a branch that the program would not load again: its errors do not block the main conversation."""
    stored: bool = False
    """A history that the program continues, not a request that was sent."""
    started_by: str = ""
    """The id of the call that started this conversation."""
    branches: tuple[Callable[[], Conversation | LoadError], ...] = ()
    """Functions that read the other branches of the same conversation on demand."""
    program_repairs: Mapping[str, str] = {}
    """How the program itself repairs violations before it sends the conversation, by rule."""

    def without_file(self) -> Origin:
        """Return only the facts about the program, so that the conversation can be shared without its file."""
        return Origin(
            self.source,
            self.title,
            kind=WITHOUT_FILE,
            facts=Facts(model=self.facts.model),
            side=self.side,
            stored=self.stored,
            program_repairs=self.program_repairs,
        )

    def in_file(self, payload: object, pointer: str) -> str:
        """Return the pointer into the file for a pointer into the payload."""
        path = _with_indexes(payload, to_path(pointer))
        for length in range(len(path), -1, -1):
            start = self.places.get(path[:length])
            if start is not None:
                return to_pointer(start + _rest_of_path(self._value(start), payload, path, length))
        return pointer

    def line_of(self, pointer: str) -> int | None:
        """Return the number of the line that a pointer into the document leads to."""
        index = list_index(pointer[1:].split("/", 1)[0]) if pointer else None
        return self.lines[index] if index is not None and index < len(self.lines) else None

    def _value(self, path: Path) -> Json:
        return _value_at(self.document, path)


def _with_indexes(payload: object, path: Path) -> Path:
    """Return the path with a number for each step that is an index of a list in the payload."""
    steps: list[str | int] = []
    for step in path:
        index = list_index(step) if isinstance(payload, list) else None
        steps.append(step if index is None else index)
        payload = _member(payload, steps[-1])
    return tuple(steps)


def _rest_of_path(block: object, payload: object, path: Path, length: int) -> Path:
    """Return the rest of the path inside the block.

    It has the same steps if they lead to the same value there; otherwise it leads to the first equal value; otherwise
    it is empty.
    """
    rest = path[length:]
    if not rest:
        return ()
    value = _value_at(payload, path)
    value_in_block = _value_at(block, rest)
    if value_in_block is not None and value_in_block == value:
        return rest
    if value is None or isinstance(value, (dict, list)):
        return ()
    parsed = parse_or_none(block) if isinstance(block, str) else block
    return next((leaf_path for leaf_path, leaf in leaves(parsed) if leaf == value and type(leaf) is type(value)), ())


def _value_at(value: object, path: Path) -> Json:
    for step in path:
        value = _member(value, step)
    return value


def _member(value: object, step: str | int) -> Json:
    """Return a member of a container, or of the JSON in a text; None if it does not exist."""
    if isinstance(value, str) and value[:1] in {"{", "["}:
        value = parse_or_none(value)
    if isinstance(value, dict):
        return value.get(step)
    if isinstance(value, list) and isinstance(step, int) and 0 <= step < len(value):
        return value[step]
    return None
