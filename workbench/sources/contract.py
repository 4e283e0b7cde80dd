"""What a source module provides: how its files are recognised, and how conversations are read out of them.

A newcomer adds a source by writing one module that ends in `SOURCE = Source(...)`, and one line in `__init__.py`.
The envelope decides, never the shape of a message: wrappers are what programs do not share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec import Struct

from workbench.conversation import Note
from workbench.json.pointer import Path
from workbench.json.text import Json, JsonObject
from workbench.lazy import lazy
from workbench.origin import NO_FACTS, Facts
from workbench.sources.reading import at_least

VALUE, LINES, TEXT, TABLES, MEMBERS = "value", "lines", "text", "tables", "members"
"""What a file is when it is opened: a JSON value, JSON lines, a text, the tables of a database, an archive."""
RECORDS = frozenset({VALUE, LINES})
"""Most files of records exist both as lines and as one list."""

_SAMPLE = 20


class Material(Struct, frozen=True, dict=True):
    """A file as it was opened, before anybody knows what it is."""

    value: Any
    kind: str = VALUE
    name: str = ""
    lines: tuple[int, ...] = ()
    """The number of each line, where the file is one of lines."""

    @property
    def records(self) -> Iterator[tuple[Path, dict[str, Json]]]:
        """The objects of a list or of lines, each with its path; an object alone is the only record."""
        if isinstance(self.value, dict):
            yield (), self.value
        elif isinstance(self.value, list):
            for index, item in enumerate(self.value):
                if isinstance(item, dict):
                    yield (index,), item

    @lazy
    def signs(self) -> set[str]:
        """The keys of the first records, of what an object alone holds first, and the `type` of each record; `[` for a
        list among them."""
        signs: set[str] = set().union(*self.sample)
        signs.update([kind for record in self.sample if type(kind := record.get("type")) is str])
        if isinstance(self.value, dict):
            first = next(iter(self.value.values()), None)
            signs.update(first if isinstance(first, dict) else ())
        elif len(self.sample) < len(self._items) and any(isinstance(item, list) for item in self._items):
            signs.add("[")
        return signs

    @lazy
    def sample(self) -> list[dict[str, Json]]:
        """The first few records, enough to recognise a file by."""
        return [item for item in self._items if isinstance(item, dict)]

    @property
    def _items(self) -> list[Json]:
        """The first few items of a list, whatever they are; anything else is the only item."""
        return self.value[:_SAMPLE] if isinstance(self.value, list) else [self.value]

    def mostly(self, is_record: Callable[[JsonObject], bool]) -> bool:
        """Whether at least half of the first records are of a kind: a file that mixes kinds is of none."""
        items = len(self._items)
        return items > 0 and at_least((items + 1) // 2, self.sample, is_record)

    @property
    def object(self) -> JsonObject:
        """The value where it is one object, else an empty one."""
        return self.value if isinstance(self.value, dict) else {}


class Found(Struct, frozen=True):
    """A conversation as a source holds it: messages that were read out of records, or a request body as it is."""

    messages: list[Json] = []
    places: Mapping[Path, Path] = {}
    """Index of a message, or a path from it, → where that is in the file."""
    format: str = ""
    """The format of the messages; empty where the messages themselves have to tell."""
    settings: Mapping[str, Json] = {}
    body: Json = None
    """The request as it was sent, instead of messages."""
    at: Path = ()
    """Where the body is in the file."""
    response: Json = None
    endpoint: str = ""
    """The address that the request was sent to."""
    refusal: str = ""
    """The error that was recorded with the request."""
    label: str = ""
    """Tells this conversation from others of the same file."""
    facts: Facts = NO_FACTS
    notes: tuple[Note, ...] = ()
    remark: str = ""
    side: bool = False
    started_by: str = ""
    branches: tuple[Callable[[], Found], ...] = ()
    """What else the conversation could continue with: edits, retries, abandoned turns. Read when one is chosen."""
    joined: Mapping[Path, Sequence[Path]] = {}
    """Path as in `places` → further places whose text is part of the same value."""
    decoded: Mapping[Path, Json] = {}
    """Path in the file → the value that was decoded there, where `places` lead into bytes or into a text."""


Branches = tuple[Callable[[], Found], ...]


class NothingToJudgeError(Exception):
    """A known file without a conversation in it. The message says what it is and which file to open instead."""


@dataclass(frozen=True, slots=True)
class Source:
    slug: str
    title: str
    """In words, as in “Claude Code session”."""
    recognise: Callable[[Material], bool]
    """Cheap: looks at wrappers of the first few records. Never raises."""
    read: Callable[[Material], Iterable[Found]]
    """Every conversation, the main one first. Raises `NothingToJudgeError` where the file holds none."""
    takes: frozenset[str] = RECORDS
    program_repairs: Mapping[str, str] = field(default_factory=dict)
    """Rule → how the program repairs that itself when it builds its request; empty where its service takes it."""
    stored: bool = True
    """Whether the file holds histories that are continued, and not requests as they were sent."""
    homes: tuple[str, ...] = ()
    """Where the program keeps such files: patterns below the home folder, below `{config}` or `{data}` (the folder of
    the system for either), or below a folder that a variable of the environment names (`$CODEX_HOME`)."""
    signs: frozenset[str] = frozenset()
    """Keys and types of records of which a file of this source has at least one, so that most sources need not be
    asked; `[` is a list. The rarer the sign, the fewer files are asked about in vain."""
