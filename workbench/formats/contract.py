"""What a format must provide, and the two small rows that everything else reads: `Shape` and `Event`.

A format is a package like `openai_chat/`: `recognition`, `events`, `writing`, `schema` (its pydantic models) and, if
models are asked in it, `wire`; its `__init__` ends in `FORMAT = Format(...)`. One line in `formats/__init__.py` adds
it. Everyone else asks the format what is true of it; nobody asks for its name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from importlib import import_module
from typing import Any, Literal, NamedTuple

from msgspec import Struct
from pydantic import BaseModel, ConfigDict, TypeAdapter

from workbench.formats.tool_definitions import Definitions
from workbench.formats.traits import USUAL, Traits
from workbench.formats.wire import ResponseShape, Wire
from workbench.json.pointer import Path
from workbench.json.text import Json


class Evidence(IntEnum):
    """How strongly the shape of a message, or of a request, speaks for a format."""

    NO_EVIDENCE = 0
    """It cannot be."""
    POSSIBLE = 1
    """It could be: plain text is any."""
    LIKELY = 2
    CERTAIN = 3
    """It is this and no other."""


NO_EVIDENCE, POSSIBLE, LIKELY, CERTAIN = Evidence


TELLING = 2000
"""How many messages are looked at for their dialect: a history that does not show it in these does not show it."""


class OpenModel(BaseModel):
    """Fields a model has never heard of are kept: those are the ones that get lost in silence."""

    model_config = ConfigDict(extra="allow", defer_build=True)


class Shape(NamedTuple):
    """What detection sees of a message: keys and discriminators, never content. Equal shapes are judged once."""

    keys: frozenset[str]
    role: str
    """`role` or `speaker`; empty if there is none."""
    type: str
    """`type` or `kind` of the message itself."""
    content: str
    """What `content` is: absent, null, string, list, object or other."""
    parts_key: str
    """The key that holds the list of parts: content, parts or blocks; empty if none."""
    kinds: frozenset[str]
    """`type` or `kind` of the parts."""
    part_keys: frozenset[str]
    """All keys of all parts."""


Role = Literal["system", "user", "assistant", "tool", "other"]
"""Who speaks, whatever word a format has for it."""

EventKind = Literal["text", "call", "result", "image", "file", "thought", "server_call", "server_result", "other"]
"""`server_call` and `server_result` are of tools that the provider runs itself; `other` is a part without a name."""


class Event(Struct, frozen=True, gc=False):
    """One call, result, text, image or thought read out of a message: the only thing rules see.

    A long history makes hundreds of thousands of them and every rule looks at them: a struct is made three times as
    fast as a named tuple and read twice as fast, and the cycle collector need not walk over it.
    """

    kind: EventKind
    message: int
    path: Path
    """Where the block is inside its message."""
    places: Mapping[str, Path]
    """Where id, name, value … are inside the block; one shared table per kind and format."""
    raw: Json
    id: Json = None
    name: Json = None
    value: Json = None
    """The text, the arguments of a call as they are, the output of a result, the URL or data of an image."""
    failed: bool = False
    """A result that reports an error."""
    media_type: str | None = None

    def at(self, part: str = "") -> Path:
        """The path of one part of the event (`id`, `name`, `value`, `error`), or of the block itself."""
        return self.path + self.places.get(part, ())


@dataclass(frozen=True, eq=False)
class RequestSchema:
    """What a request of a format must hold, as its provider publishes it: types that pydantic validates."""

    message: Any
    settings: Any
    """Of everything beside the messages."""
    split_by: str | None = None
    """A key that tells two kinds of messages apart, where their `type` does not."""

    @cached_property
    def for_messages(self) -> TypeAdapter[Any]:
        return TypeAdapter(list[self.message])  # type: ignore[name-defined]

    @cached_property
    def for_settings(self) -> TypeAdapter[Any]:
        return TypeAdapter(self.settings)


class Tool(NamedTuple):
    """A tool definition as every provider has it, whatever it calls the three."""

    name: str
    description: str
    parameters: Json


Reader = Callable[[Json, int], list[Event]]
"""Message and its index → its events, in order. Never raises, whatever the message is."""


class ReadMessages(list[Json]):
    """Messages that were read, each with its events: nobody who gets these has to read them again."""

    def __init__(self, messages: Sequence[Json], events: Sequence[list[Event]]) -> None:
        super().__init__(messages)
        self.events = events


def events_of(messages: Sequence[Json], read: Reader) -> Sequence[list[Event]]:
    """The events of each message."""
    if isinstance(messages, ReadMessages):
        return messages.events
    return [read(message, index) for index, message in enumerate(messages)]


def model_in(module: str) -> Callable[[], Any]:
    """The model of a module that is imported when somebody asks for it: few do, and a start need not wait for it."""
    return lambda: import_module(module).model()


@dataclass(frozen=True)
class Format:
    """A message shape: how to recognise it, read it, write an answer in it, and see an API response in it."""

    name: str
    title: str
    recognise: Callable[[Shape], Evidence]
    read: Reader
    roles: Mapping[str, Role]
    """The format's role words → who speaks. Words that are not in it are `other`."""
    model: Callable[[], Any]
    """The pydantic type of one message, built on first use."""
    own_target: str
    """Who receives this format when nobody says otherwise."""
    named_model: Callable[[Sequence[Json]], str | None] = lambda messages: None
    """Messages → the model that gave the last answer, where answers say it themselves."""
    with_model: Callable[[Sequence[Json], str], list[Json]] | None = None
    """Messages and a model → the messages with its name where `named_model` finds it. None: it is beside them."""
    schema: Callable[[], RequestSchema] | None = None
    """What a whole request must hold, built on first use; None where nobody publishes it."""
    role_key: str = "role"
    list_key: str = "messages"
    """The key of the message list in a request body."""
    body_evidence: Callable[[Mapping[str, Json]], Evidence] = lambda settings: NO_EVIDENCE
    """What the settings beside the messages say for this format (`toolConfig`, `system`, the shape of `tools`)."""
    dialect: Callable[[Sequence[Json]], str | None] = lambda messages: None
    """Messages → which of the format's versions they are of; None if they do not show it."""
    in_dialect: Callable[[Json, Json], Json] = lambda message, dialect: message
    """A message that `envelope` or `say` made, and a dialect → the message as that dialect has it."""
    answer: Callable[[Json, Json, str], Json] | None = None
    """Id, tool name and text → a result block; the message itself where results are messages of their own."""
    envelope: Callable[[list[Json]], Json] | None = None
    """Result blocks → the message that carries them. None where a result is a message of its own."""
    say: Callable[[list[str]], Json] | None = None
    """Texts → a user message that holds each as it is. None where that cannot be written."""
    complete: Callable[[Json, str], Json] | None = None
    """Where a result is part of its call: the call's block and a text → the block with that result."""
    pipeline: tuple[str, ...] = ()
    """Formats through which its own program goes on the way to a model, although a shorter route exists."""
    sent_by: str = ""
    """The program that sends it, where only one does: its conversions are the ones shown, unless another is chosen."""
    traits: Traits = USUAL
    """What is true of its messages."""
    wire: Wire | None = None
    """How a model is asked in this format. None: no model is."""
    response: ResponseShape | None = None
    """Where the parts of an API response are."""
    is_report: Callable[[Json], bool] = lambda message: False
    """Whether a message only reports on an answer (its usage, its id) and says nothing. Such a one is never sent."""
    response_from: Callable[[Json], Json] | None = None
    """Assistant message → the API response it once was, as far as the message still tells."""
    assembled: Callable[[Sequence[Json]], Json | None] = lambda events: None
    """The recorded events of a stream → the API response they make; None if they are not of this API."""
    messages_of_response: Callable[[Json], list[Json]] | None = None
    """API response → the assistant messages it adds to a history of this format."""

    read_tools: Callable[[Mapping[str, Json]], list[Tool]] = lambda settings: []
    """Settings of a request in this format → the tools it offers."""
    tool_definitions: Definitions = lambda settings: []
    """Settings of a request in this format → the functions it defines, each with its places."""
    write_tools: Callable[[list[Tool]], dict[str, Json]] = lambda tools: {}
    """The tools → the settings that offer them in this format."""
    write_system: Callable[[list[Json]], dict[str, Json]] = lambda blocks: {}
    """System blocks that are beside the messages (`Converted.slot` is `system`) → the settings that hold them."""

    read_system: Callable[[Mapping[str, Json]], list[Json]] = lambda settings: []
    """Settings → the blocks of the system prompt beside the messages, as `write_system` takes them."""

    def role_of(self, message: object) -> Role:
        role = message.get(self.role_key) if isinstance(message, dict) else None
        return self.roles.get(role, "other") if isinstance(role, str) else "other"

    def roles_of(self, messages: Sequence[Json]) -> list[Role]:
        """The role of each message. Nearly all say it in a word that is known; only the others are asked one by one."""
        key, known = self.role_key, self.roles
        try:
            return [known.get(message.get(key)) or self.role_of(message) for message in messages]
        except (AttributeError, TypeError):  # a message that is no object, or whose role cannot be a word
            return [self.role_of(message) for message in messages]
