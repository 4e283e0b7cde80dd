"""The interface of a source module: how its files are recognised and how their conversations are read.

A new source is one module that ends in `SOURCE = Source(...)`, and one line in `__init__.py`. Files are recognised by
their wrapper, never by the shape of a message: programs share message shapes, but not wrappers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from msgspec import Struct

from workbench.conversation import Note
from workbench.json.pointer import Path
from workbench.json.text import Json, JsonObject
from workbench.lazy import lazy
from workbench.origin import NO_FACTS, Facts, FileKind
from workbench.sources.reading import at_least

VALUE: Final = "value"
LINES: Final = "lines"
TEXT: Final = "text"
TABLES: Final = "tables"
MEMBERS: Final = "members"
RECORDS: frozenset[FileKind] = frozenset({VALUE, LINES})
"""Most files of records exist both as JSON lines and as one list."""

_SAMPLE = 20


class Material(Struct, frozen=True, dict=True):
    """An opened file whose source is not known yet."""

    value: Any
    kind: FileKind = VALUE
    name: str = ""
    lines: tuple[int, ...] = ()
    """The number of each line, if the file has JSON lines."""

    @property
    def records(self) -> Iterator[tuple[Path, dict[str, Json]]]:
        """The objects of a list or of lines, each with its path. A single object is the only record."""
        if isinstance(self.value, dict):
            yield (), self.value
        elif isinstance(self.value, list):
            for index, item in enumerate(self.value):
                if isinstance(item, dict):
                    yield (index,), item

    @lazy
    def signs(self) -> set[str]:
        """The keys and `type` values of the first records; for a single object also the keys of its first value; `[` if
        there is a list among the records."""
        sample = self.sample
        signs: set[str] = set().union(*sample)
        if "type" in signs:
            signs.update([kind for record in sample if type(kind := record.get("type")) is str])
        if isinstance(self.value, dict):
            first = next(iter(self.value.values()), None)
            signs.update(first if isinstance(first, dict) else ())
        elif len(sample) < len(items := self._items) and list in map(type, items):
            signs.add("[")
        return signs

    @lazy
    def sample(self) -> list[dict[str, Json]]:
        """The first few records, enough to recognise a file."""
        return [item for item in self._items if isinstance(item, dict)]

    @lazy
    def _items(self) -> list[Json]:
        """The first few items of a list, of any type; any other value is the only item."""
        return self.value[:_SAMPLE] if isinstance(self.value, list) else [self.value]

    def mostly(self, is_record: Callable[[JsonObject], bool]) -> bool:
        """Whether at least half of the first records match."""
        items = len(self._items)
        return items > 0 and at_least((items + 1) // 2, self.sample, is_record)

    @property
    def object(self) -> JsonObject:
        """The value if it is an object, else an empty object."""
        return self.value if isinstance(self.value, dict) else {}


class Found(Struct, frozen=True):
    """A conversation that a source found: messages read from records, or an unchanged request body."""

    messages: list[Json] = []
    places: Mapping[Path, Path] = {}
    """Index of a message, optionally followed by a path inside it → the place in the file."""
    format: str = ""
    """The format of the messages; empty if it has to be detected."""
    settings: Mapping[str, Json] = {}
    body: Json = None
    """The request body, instead of messages."""
    at: Path = ()
    """The place of the body in the file."""
    response: Json = None
    endpoint: str = ""
    """The address that the request was sent to."""
    previews: tuple[str, ...] | None = None
    """The previews that the headers of the request name, if they are recorded."""
    refusal: str = ""
    """The error that was recorded with the request."""
    label: str = ""
    """Distinguishes this conversation from others of the same file."""
    facts: Facts = NO_FACTS
    notes: tuple[Note, ...] = ()
    remark: str = ""
    side: bool = False
    started_by: str = ""
    branches: tuple[Callable[[], Found], ...] = ()
    """Other continuations of the conversation: edits, retries, abandoned turns. Read only when selected."""
    joined: Mapping[Path, Sequence[Path]] = {}
    """Path as in `places` → more places whose text is part of the same value."""
    decoded: Mapping[Path, Json] = {}
    """Path in the file → the value decoded there, if `places` point into bytes or a text."""


Branches = tuple[Callable[[], Found], ...]


class NothingToJudgeError(Exception):
    """A recognised file without a conversation. The message explains what it is and which file to open instead."""


@dataclass(frozen=True, slots=True)
class Source:
    slug: str
    title: str
    """For people, such as “Claude Code session”."""
    recognise: Callable[[Material], bool]
    """Cheap: checks the wrappers of the first few records. Never raises."""
    read: Callable[[Material], Iterable[Found]]
    """Yields every conversation, the main one first. Raises `NothingToJudgeError` if there is none."""
    takes: frozenset[str] = RECORDS
    """The kinds of opened files that this source can read."""
    program_repairs: Mapping[str, str] = field(default_factory=dict)
    """Rule → how the program repairs this itself when it builds a request; empty if its service accepts it."""
    stored: bool = True
    """Whether the file contains histories that will be continued, instead of requests that were sent."""
    homes: tuple[str, ...] = ()
    """Where the program stores such files: patterns relative to the home folder, to the system's `{config}` or `{data}`
    folder, or to a folder in an environment variable (`$CODEX_HOME`)."""
    signs: frozenset[str] = frozenset()
    """Keys and types of records; every file of this source has at least one of them. Sources without a matching sign
    are not tried, so rare signs save time. `[` means a list."""
