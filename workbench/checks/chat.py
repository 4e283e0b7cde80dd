"""Chat: the events of a history, indexed the ways rules ask for them. Rules see this and nothing else."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import cast

from msgspec import Struct

from workbench.formats import FORMATS
from workbench.formats.contract import Event, EventKind, Format, Role
from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.targets.models import Model, facts_of

_MOST_COMPARED = 64
"""Where both are more, each of thousands of findings would look at thousands of messages."""


def identity(event: Event) -> tuple[str, str]:
    """What a conversion leaves as it is: the id of a call or result, and what anything else says."""
    known = event.id if event.kind in ("call", "result") else event.value
    return event.kind, known if isinstance(known, str) else ""


def _is_among(message: int, rising: Sequence[int]) -> bool:
    at = bisect_left(rising, message)
    return at < len(rising) and rising[at] == message


def _of_one(events: Sequence[Event], message: int) -> Sequence[Event]:
    """Those of one message, of events in the order of their messages."""
    start = bisect_left(events, message, key=lambda event: event.message)
    return events[start : bisect_right(events, message, start, key=lambda event: event.message)]


class Chat(Struct):
    format: Format
    messages: Sequence[Json]
    settings: Mapping[str, Json]
    roles: list[Role]
    """Of each message: system, user, assistant, tool or other."""
    spans: list[int]
    """Message i's events are `events[spans[i]:spans[i + 1]]`."""
    events: list[Event]
    kinds: list[EventKind]
    """Of each event: to compare two messages, or to look for a kind, nothing else of them has to be touched."""
    calls: list[Event] = []
    results: list[Event] = []
    texts: list[Event] = []
    images: list[Event] = []
    rest: list[Event] = []
    """Thoughts, files, server tools and what the format has no name for."""
    calls_by_id: dict[Json, list[Event]] = {}
    results_by_id: dict[Json, list[Event]] = {}
    without_id: list[Event] = []
    """Calls, then results, whose id is absent, empty or no text."""
    model: str | None = None
    """The model that the request asks for."""
    endpoint: str = ""
    """The address that it was sent to."""
    odd: tuple[tuple[int, str], ...] = ()
    """Messages that are of another format than the history, each with that format."""
    converted: bool = False
    """Whether these are not the messages of the file but what a conversion made of them."""
    memo: dict[object, object] = {}
    """What several rules need and only one should work out."""

    @property
    def facts(self) -> Model:
        """What is known of the model."""
        return facts_of(self.model)

    @property
    def is_in_request(self) -> bool:
        """Whether anything is known beside the messages: what the request sets, its model, or its address."""
        return bool(self.settings or self.model or self.endpoint)

    @property
    def own_prompt(self) -> int:
        """How many messages in front are system prompts that a conversion put there: whoever sends the messages can
        hand them over beside the list."""
        if not self.converted:
            return 0
        return next((index for index, role in enumerate(self.roles) if role != "system"), len(self.roles))

    @property
    def keys(self) -> set[str]:
        """Every key that any message has: most rules about a field need not look further."""
        if "keys" not in self.memo:
            self.memo["keys"] = set().union(*[message for message in self.messages if type(message) is dict])
        return cast(set[str], self.memo["keys"])

    def says_role(self, index: int) -> bool:
        """Whether the message names its role; an item of which the type alone tells it is no turn of its own."""
        message = self.messages[index]
        return isinstance(message, dict) and self.format.role_key in message

    def of_message(self, index: int) -> list[Event]:
        return self.events[self.spans[index] : self.spans[index + 1]]

    @property
    def by_message(self) -> list[list[Event]]:
        return [self.events[start:end] for start, end in pairwise(self.spans)]

    def count_of(self, index: int, kind: EventKind) -> int:
        """How many events of a kind a message has; counted once, since each of thousands may ask."""
        counts = cast(dict[int, Counter[str]], self.memo.setdefault("kinds of messages", {}))
        if index not in counts:
            counts[index] = Counter(self.kinds[self.spans[index] : self.spans[index + 1]])
        return counts[index][kind]

    def like(self, event: Event, messages: Sequence[int]) -> Event | None:
        """The one call or result in these messages, in order, with the id of another, or what else says the same."""
        known = self._by_identity.get(identity(event), [])
        if min(len(known), len(messages)) > _MOST_COMPARED:
            return None
        if len(known) <= len(messages):
            found = [one for one in known if _is_among(one.message, messages)]
        else:
            found = [one for message in messages for one in _of_one(known, message)]
        return found[0] if len(found) == 1 else None

    @property
    def _by_identity(self) -> dict[tuple[str, str], list[Event]]:
        if "by identity" not in self.memo:
            known: dict[tuple[str, str], list[Event]] = {}
            for event in self.events:
                known.setdefault(identity(event), []).append(event)
            self.memo["by identity"] = known
        return cast(dict[tuple[str, str], list[Event]], self.memo["by identity"])

    def only_one(self, index: int, kind: EventKind) -> Event | None:
        """The event of a kind that a message has, if it has one and no other."""
        if self.count_of(index, kind) != 1:
            return None
        return self.events[self.kinds.index(kind, self.spans[index])]

    def blocks_of(self, index: int) -> dict[Path, Event]:
        """The events of one message by their path, the first of each; kept, because findings of a message are many."""
        known = cast(dict[int, dict[Path, Event]], self.memo.setdefault("blocks", {}))
        if index not in known:
            known[index] = {event.path: event for event in reversed(self.of_message(index))}
        return known[index]

    def with_id(self, is_meant: Callable[[str], object]) -> list[Event]:
        """Calls, then results, whose id is meant; every id is asked about once, and as a rule none is meant."""
        ids = {**self.calls_by_id, **self.results_by_id}
        meant = [one for one in ids if isinstance(one, str) and one and is_meant(one)]
        if not meant:
            return []
        known = set(meant)
        return [event for event in (*self.calls, *self.results) if isinstance(event.id, str) and event.id in known]

    def along(self, path: Path) -> list[Json]:
        """The values at every step of a path from the root of the request; None from where there is nothing."""
        value: Json = {**self.settings, self.format.list_key: self.messages}
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


def read_chat(format_name: str, messages: Sequence[Json], settings: Mapping[str, Json]) -> Chat:
    """One pass over the messages."""
    form = FORMATS[format_name]
    read = form.read
    events: list[Event] = []
    spans = [0]
    for index, message in enumerate(messages):
        events += read(message, index)
        spans.append(len(events))
    kinds = [event.kind for event in events]
    chat = Chat(form, messages, settings, form.roles_of(messages), spans, events, kinds)
    lists = {"text": chat.texts, "call": chat.calls, "result": chat.results, "image": chat.images}
    for kind, event in zip(kinds, events, strict=True):
        lists.get(kind, chat.rest).append(event)
    _index(chat.calls, chat.calls_by_id, chat.without_id)
    _index(chat.results, chat.results_by_id, chat.without_id)
    return chat


def _index(events: list[Event], by_id: dict[Json, list[Event]], without_id: list[Event]) -> None:
    """Ids that are no text or number (a list, an object) pair with nothing, so they are not indexed."""
    for event in events:
        one = event.id
        if not isinstance(one, str) or not one:
            without_id.append(event)
            if not isinstance(one, (str, int)) or isinstance(one, bool):
                continue
        if (same := by_id.get(one)) is None:
            by_id[one] = [event]
        else:
            same.append(event)
