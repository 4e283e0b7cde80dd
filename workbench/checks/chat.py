"""Chat: the events of a history, indexed the way rules need them. Rules see this and nothing else."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from operator import attrgetter
from typing import Any

from msgspec import Struct

from workbench.formats import FORMATS
from workbench.formats.contract import Event, EventKind, Format, Role
from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.lazy import lazy
from workbench.targets.models import Model, facts_of

_MAX_COMPARED = 64
"""If there are more events and more messages, thousands of findings would each search thousands of messages. Fewer are
searched or counted each time, because that is faster than an index."""


def identity(event: Event) -> tuple[str, str]:
    """Return what conversions preserve: the kind, and the id of a call or result or the text of anything else."""
    key = event.id if event.kind in ("call", "result") else event.value
    return event.kind, key if isinstance(key, str) else ""


def _is_among(message: int, ascending: Sequence[int]) -> bool:
    at = bisect_left(ascending, message)
    return at < len(ascending) and ascending[at] == message


def _in_message(events: Sequence[Event], message: int) -> Sequence[Event]:
    """Return the events of one message; `events` are in the order of their messages."""
    start = bisect_left(events, message, key=lambda event: event.message)
    return events[start : bisect_right(events, message, start, key=lambda event: event.message)]


class Chat(Struct, dict=True):
    format: Format
    messages: Sequence[Any]
    settings: Mapping[str, Json]
    roles: list[Role]
    """The role of each message: system, user, assistant, tool or other."""
    spans: list[int]
    """Message i's events are `events[spans[i]:spans[i + 1]]`."""
    events: list[Event]
    kinds: list[EventKind]
    """The kind of each event, which is enough to compare two messages or to look for a kind."""
    calls: list[Event] = []
    results: list[Event] = []
    texts: list[Event] = []
    images: list[Event] = []
    rest: list[Event] = []
    """Thoughts, files, server tools and parts of unknown kinds."""
    calls_by_id: dict[Json, list[Event]] = {}
    results_by_id: dict[Json, list[Event]] = {}
    without_id: list[Event] = []
    """Calls, then results, whose id is absent, empty or not a string."""
    model: str | None = None
    """The model that the request names."""
    endpoint: str = ""
    """The address that the request was sent to."""
    previews: tuple[str, ...] | None = None
    """The previews that the headers of the request name; None if its headers are not known."""
    odd: tuple[tuple[int, str], ...] = ()
    """Messages in another format than the history, each with that format."""
    converted: bool = False
    """Whether these messages are the result of a conversion and not those of the file."""
    memo: dict[object, Any] = {}
    """A cache for results that several rules need."""

    @property
    def facts(self) -> Model:
        """The known facts about the model."""
        return facts_of(self.model)

    @property
    def is_in_request(self) -> bool:
        """Whether anything but the messages is known: settings of the request, its model, or its address."""
        return bool(self.settings or self.model or self.endpoint)

    @property
    def own_prompt(self) -> int:
        """How many leading messages are system prompts that a conversion put there. A sender can pass them as a
        request-level setting instead."""
        if not self.converted:
            return 0
        return next((index for index, role in enumerate(self.roles) if role != "system"), len(self.roles))

    @lazy
    def keys(self) -> set[str]:
        """All keys of all messages: most rules about a field need nothing else."""
        return set().union(*[message for message in self.messages if type(message) is dict])

    @lazy
    def content_types(self) -> set[type]:
        """The types of the content of all messages, and `object` for a message that cannot have content."""
        try:
            return {*map(type, [message.get("content") for message in self.messages])}
        except AttributeError:  # a message that is not an object
            return {type(message.get("content")) if type(message) is dict else object for message in self.messages}

    @lazy
    def block_keys(self) -> set[str]:
        """All keys of all blocks, and of messages that are one block."""
        return set().union(*[event.raw for event in self.events if type(event.raw) is dict])

    def says_role(self, index: int) -> bool:
        """Whether the message names its role. An item whose role follows from its type is not a turn of its own."""
        message = self.messages[index]
        return isinstance(message, dict) and self.format.role_key in message

    def of_message(self, index: int) -> list[Event]:
        return self.events[self.spans[index] : self.spans[index + 1]]

    def count_of(self, index: int, kind: EventKind) -> int:
        """Return how many events of a kind a message has. A long message is counted once, for thousands of findings."""
        start, end = self.spans[index], self.spans[index + 1]
        if end - start <= _MAX_COMPARED:
            return self.kinds[start:end].count(kind)
        counts = self._counts.get(index)
        if counts is None:
            counts = self._counts[index] = Counter(self.kinds[start:end])
        return counts[kind]

    @lazy
    def _counts(self) -> dict[int, Counter[EventKind]]:
        return {}

    def only_match(self, event: Event, messages: Sequence[int]) -> Event | None:
        """Return the only event in these messages (in ascending order) with the identity of another event."""
        candidates = self._by_identity.get(identity(event), [])
        if min(len(candidates), len(messages)) > _MAX_COMPARED:
            return None
        if len(candidates) <= len(messages):
            matches = [candidate for candidate in candidates if _is_among(candidate.message, messages)]
        else:
            matches = [match for message in messages for match in _in_message(candidates, message)]
        return matches[0] if len(matches) == 1 else None

    @lazy
    def _by_identity(self) -> dict[tuple[str, str], list[Event]]:
        by_identity: dict[tuple[str, str], list[Event]] = {}
        for event in self.events:
            by_identity.setdefault(identity(event), []).append(event)
        return by_identity

    def only_one(self, index: int, kind: EventKind) -> Event | None:
        """Return the event of a kind in a message, or None if it does not have exactly one."""
        if self.count_of(index, kind) != 1:
            return None
        return self.events[self.kinds.index(kind, self.spans[index])]

    def blocks_of(self, index: int) -> dict[Path, Event]:
        """Return the first event at each path of a message; cached, because a message can have many findings."""
        blocks = self._blocks.get(index)
        if blocks is None:
            blocks = self._blocks[index] = {event.path: event for event in reversed(self.of_message(index))}
        return blocks

    @lazy
    def _blocks(self) -> dict[int, dict[Path, Event]]:
        return {}

    def with_id(self, matches: Callable[[str], object]) -> list[Event]:
        """Return the calls, then the results, whose id matches. Every id is tested once, and usually none matches."""
        ids = {**self.calls_by_id, **self.results_by_id}
        matching = {known for known in ids if isinstance(known, str) and known and matches(known)}
        if not matching:
            return []
        return [event for event in (*self.calls, *self.results) if isinstance(event.id, str) and event.id in matching]

    def along(self, path: Path) -> list[Json]:
        """Return the values at every step of a path from the root of the request; None after the path ends."""
        value: Any = {**self.settings, self.format.list_key: self.messages}
        values: list[Json] = []
        for step in path:
            if isinstance(value, dict):
                value = value.get(step)
            else:
                inside = isinstance(value, Sequence) and isinstance(step, int) and step < len(value)
                value = value[step] if inside else None
            values.append(value)
        return values

    def of_kind(self, *kinds: str) -> Iterator[Event]:
        return (event for event in self.rest if event.kind in kinds)


_KIND = attrgetter("kind")


def read_chat(format_name: str, messages: Sequence[Json], settings: Mapping[str, Json]) -> Chat:
    """Read the events of a history in one pass over the messages, and sort them by kind in one over the events."""
    form = FORMATS[format_name]
    events: list[Event] = []
    spans = [0]
    for read in map(form.read, messages, count()):
        events += read
        spans.append(len(events))
    kinds = [*map(_KIND, events)]
    chat = Chat(form, messages, settings, form.roles_of(messages), spans, events, kinds)
    rest = chat.rest
    sorted_by = {"text": chat.texts, "call": chat.calls, "result": chat.results, "image": chat.images}
    for kind, event in zip(kinds, events, strict=True):
        sorted_by.get(kind, rest).append(event)
    _index(chat.calls, chat.calls_by_id, chat.without_id)
    _index(chat.results, chat.results_by_id, chat.without_id)
    return chat


def _index(events: list[Event], by_id: dict[Json, list[Event]], without_id: list[Event]) -> None:
    """Index events by id. Ids that are neither a string nor a number never pair, so they are left out."""
    for event in events:
        event_id = event.id
        if not isinstance(event_id, str) or not event_id:
            without_id.append(event)
            if not isinstance(event_id, (str, int)) or isinstance(event_id, bool):
                continue
        if (same := by_id.get(event_id)) is None:
            by_id[event_id] = [event]
        else:
            same.append(event)
