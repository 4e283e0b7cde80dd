"""The contract of a format, and the two small records that everything else reads: `Shape` and `Event`.

A format is a package like `openai_chat/`: `recognition`, `events`, `writing`, `schema` (its pydantic models) and, if
requests are sent in it, `wire`; its `__init__` ends in `FORMAT = Format(...)`. One line in `formats/__init__.py`
registers it. Other packages query the properties of a format and never compare its name.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from importlib import import_module
from itertools import count
from typing import Any, Literal, NamedTuple

from msgspec import Struct
from pydantic import BaseModel, ConfigDict, TypeAdapter

from workbench.formats.tool_definitions import Definitions
from workbench.formats.traits import DEFAULT_TRAITS, Traits
from workbench.formats.wire import ResponseShape, Wire
from workbench.json.pointer import Path, item_paths
from workbench.json.text import Json


class Evidence(IntEnum):
    """How strongly the shape of a message or a request suggests a format."""

    NO_EVIDENCE = 0
    """It cannot be this format."""
    POSSIBLE = 1
    """It could be this format: plain text fits every format."""
    LIKELY = 2
    CERTAIN = 3
    """It is this format and no other."""


NO_EVIDENCE, POSSIBLE, LIKELY, CERTAIN = Evidence


DIALECT_SAMPLE_SIZE = 2000
"""How many messages are inspected to find the dialect. If these do not show it, it counts as unknown."""


class OpenModel(BaseModel):
    """A model that keeps unknown fields, because these are the fields that conversions drop silently."""

    model_config = ConfigDict(extra="allow", defer_build=True)


class Shape(NamedTuple):
    """The keys and discriminators of a message, never its content. Detection judges equal shapes only once."""

    keys: frozenset[str]
    role: str
    """The value of `role` or `speaker`; empty if the message has neither."""
    type: str
    """The value of `type` or `kind` of the message itself."""
    content: str
    """The JSON type of `content`: absent, null, string, list, object or other."""
    parts_key: str
    """The key that holds the list of parts: content, parts or blocks; empty if the message has no such list."""
    kinds: frozenset[str]
    """The values of `type` or `kind` of the parts."""
    part_keys: frozenset[str]
    """All keys of all parts."""


Role = Literal["system", "user", "assistant", "tool", "other"]
"""Who speaks, independent of the word that a format uses for it."""

EventKind = Literal["text", "call", "result", "image", "file", "thought", "server_call", "server_result", "other"]
"""`server_call` and `server_result` belong to tools that the provider runs; `other` is any other kind of part."""


class Event(Struct, frozen=True, gc=False):
    """One call, result, text, image or thought of a message. Rules see nothing but events.

    A long history has hundreds of thousands of them and every rule reads them. A struct is created three times as
    fast as a named tuple and read twice as fast, and the cycle collector need not visit it.
    """

    kind: EventKind
    message: int
    path: Path
    """The path of the block inside its message."""
    places: Mapping[str, Path]
    """The paths of id, name, value … inside the block; one shared table per kind and format."""
    raw: Any
    id: Json = None
    name: Json = None
    value: Json = None
    """The text, the unparsed arguments of a call, the output of a result, or the URL or data of an image."""
    failed: bool = False
    """Whether this is a result that reports an error."""
    media_type: str | None = None

    def at(self, part: str = "") -> Path:
        """Return the path of one part of the event (`id`, `name`, `value`, `error`), or of the block itself."""
        return self.path + self.places.get(part, ())


@dataclass(frozen=True, eq=False)
class RequestSchema:
    """The schema of a request as its provider publishes it, as types that pydantic validates."""

    message: Any
    settings: Any
    """The type of everything in the request except the messages."""
    split_by: str | None = None
    """A key that distinguishes two kinds of messages that have the same `type`."""

    @cached_property
    def for_messages(self) -> TypeAdapter[Any]:
        return TypeAdapter(list[self.message])  # type: ignore[name-defined]

    @cached_property
    def for_settings(self) -> TypeAdapter[Any]:
        return TypeAdapter(self.settings)


class Tool(NamedTuple):
    """A tool definition. Every provider has these three fields, under different names."""

    name: str
    description: str
    parameters: Json


Reader = Callable[[Json, int], list[Event]]
"""Message and its index → its events, in order. Never raises, whatever JSON value the message is."""


class ReadMessages(list[Json]):
    """Messages together with their events and the kinds of these, for callers that would otherwise read the messages
    again. Message i's events are `events[spans[i]:spans[i + 1]]`."""

    def __init__(
        self, messages: Sequence[Json], events: list[Event], spans: Sequence[int], kinds: Collection[EventKind]
    ) -> None:
        super().__init__(messages)
        self.events, self.spans, self.kinds = events, spans, kinds


def with_events(messages: Sequence[Json], read: Reader) -> Iterator[tuple[tuple[int], Json, list[Event]]]:
    """Yield each message with its path and its events, and reuse the events that `ReadMessages` already has."""
    if isinstance(messages, ReadMessages):
        events = map(messages.events.__getitem__, map(slice, messages.spans, messages.spans[1:]))
    else:
        events = map(read, messages, count())
    return zip(item_paths(len(messages)), messages, events, strict=True)


def model_in(module: str) -> Callable[[], Any]:
    """Return a function that imports the module and returns its model. Few callers need it, so startup does not."""
    return lambda: import_module(module).model()


@dataclass(frozen=True)
class Format:
    """A message format: how to recognise it, read it, write an answer in it, and find messages in an API response."""

    name: str
    title: str
    recognise: Callable[[Shape], Evidence]
    read: Reader
    roles: Mapping[str, Role]
    """The format's names of roles → who speaks. A name that is not listed is `other`."""
    model: Callable[[], Any]
    """The pydantic type of one message, built on first use."""
    own_target: str
    """The target that receives this format if the user chooses none."""
    named_model: Callable[[Sequence[Json]], str | None] = lambda messages: None
    """Messages → the model that gave the last answer, if answers name it."""
    with_model: Callable[[Sequence[Json], str], list[Json]] | None = None
    """Messages and a model → the messages with its name where `named_model` finds it. None: messages do not name it."""
    schema: Callable[[], RequestSchema] | None = None
    """The schema of an entire request, built on first use; None if nobody publishes one."""
    role_key: str = "role"
    list_key: str = "messages"
    """The key of the message list in a request body."""
    are_certain: Callable[[Sequence[Any]], bool] = lambda messages: False
    """Messages → whether all are certainly in this format, at a first look that is much faster than a vote between the
    formats. It is used by `holds_only`, because it may fail for values of any other form."""
    body_evidence: Callable[[Mapping[str, Json]], Evidence] = lambda settings: NO_EVIDENCE
    """Settings of a request → their evidence for this format (`toolConfig`, `system`, the shape of `tools`)."""
    dialect: Callable[[Sequence[Json]], str | None] = lambda messages: None
    """Messages → the version of the format that they use; None if they do not show it."""
    in_dialect: Callable[[Json, Json], Json] = lambda message, dialect: message
    """A message that `envelope` or `say` wrote, and a dialect → the message in that dialect."""
    answer: Callable[[Json, Json, str], Any] | None = None
    """Id, tool name and text → a result block; the message itself if results are messages of their own."""
    envelope: Callable[[list[Json]], Json] | None = None
    """Result blocks → the message that carries them. None if a result is a message of its own."""
    say: Callable[[list[str]], Json] | None = None
    """Texts → a user message that contains each text unchanged. None if the format cannot express that."""
    complete: Callable[[Json, str], Json] | None = None
    """The block of a call and a text → the block with that result, if results are part of their call."""
    pipeline: tuple[str, ...] = ()
    """The formats that its own program passes through on the way to a model, although a shorter route exists."""
    sent_by: str = ""
    """The program that sends it, if only one does: its conversions are shown unless the user chooses others."""
    traits: Traits = DEFAULT_TRAITS
    """The properties of its messages."""
    wire: Wire | None = None
    """How requests are sent to a model in this format. None: they never are."""
    response: ResponseShape | None = None
    """Where the parts of an API response are."""
    is_report: Callable[[Json], bool] = lambda message: False
    """Whether a message only reports facts about an answer (its usage, its id). Such a message is never sent."""
    response_from: Callable[[Json], Json] | None = None
    """Assistant message → the API response that it came from, as far as the message still shows it."""
    assembled: Callable[[Sequence[Json]], Json | None] = lambda events: None
    """The recorded events of a stream → the API response that they form; None if they belong to another API."""
    messages_of_response: Callable[[Json], list[Any]] | None = None
    """API response → the assistant messages it adds to a history of this format."""

    read_tools: Callable[[Mapping[str, Json]], list[Tool]] = lambda settings: []
    """Settings of a request in this format → the tools it offers."""
    tool_definitions: Definitions = lambda settings: []
    """Settings of a request in this format → the functions it defines, each with its paths."""
    write_tools: Callable[[list[Tool]], dict[str, Json]] = lambda tools: {}
    """The tools → the settings that offer them in this format."""
    write_system: Callable[[list[Json]], dict[str, Json]] = lambda blocks: {}
    """Request-level system blocks (`Converted.slot` is `system`) → the settings that contain them."""

    read_system: Callable[[Mapping[str, Json]], list[Json]] = lambda settings: []
    """Settings → the blocks of the request-level system prompt, as `write_system` accepts them."""

    def holds_only(self, messages: Sequence[Any]) -> bool:
        """Whether all messages are certainly in this format. False if only a vote can tell."""
        try:
            return self.are_certain(messages)
        except (KeyError, IndexError, TypeError, AttributeError):
            return False

    def role_of(self, message: object) -> Role:
        role = message.get(self.role_key) if isinstance(message, dict) else None
        return self.roles.get(role, "other") if isinstance(role, str) else "other"

    def roles_of(self, messages: Sequence[Any]) -> list[Role]:
        """Return the role of each message. Nearly all use a known name; only the others need `role_of`."""
        key, known = self.role_key, self.roles
        try:
            return [known.get(message.get(key)) or self.role_of(message) for message in messages]
        except (AttributeError, TypeError):  # a message that is not an object, or whose role is not a string
            return [self.role_of(message) for message in messages]
