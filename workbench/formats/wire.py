"""How an API is spoken to in a format: its path, its settings, its answers, its refusals and its streams.

A replay writes requests and reads answers with a `Wire`; the embedded model reads requests and writes answers with the
same one. A format without a wire is never sent to a model as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol
from urllib.parse import quote

from workbench.json.pointer import Path, follow_or_none
from workbench.json.text import Json

CREATED = 1_700_000_000
"""When the embedded model answers: a fixed moment, so that the same request has the same answer to the last byte."""


class Usage(NamedTuple):
    """The key under which a response counts its tokens, and the names of the counts."""

    key: str
    input: str
    output: str
    total: str | None = None

    def counted(self, input_tokens: int, output_tokens: int) -> dict[str, Json]:
        counts = {self.input: input_tokens, self.output: output_tokens}
        return {self.key: counts | ({self.total: input_tokens + output_tokens} if self.total else {})}


@dataclass(frozen=True)
class ResponseShape:
    """Where the parts of an API response are."""

    answer: Callable[[Json], Path | None]
    """The response → the place of the assistant's message, or of the list of its messages; None: it is no response."""
    finish: Path | None = None
    """Where it says why it ended."""
    usage: Usage | None = None

    def places(self, body: object) -> list[Path]:
        """The places of the assistant's messages."""
        place = self.answer(body)
        held = follow_or_none(body, place) if place is not None else None
        if place is None or held is None:
            return []
        return [(*place, number) for number in range(len(held))] if isinstance(held, list) else [place]


class GeneratedCall(NamedTuple):
    id: str
    name: str
    arguments: dict[str, Json]


class Answer(NamedTuple):
    """What the embedded model answers: recorded messages of the wire, or a text and calls to write in its way."""

    identity: str
    """Names the response; the same request has the same."""
    recorded: list[Json] | None = None
    calls: tuple[GeneratedCall, ...] = ()
    text: str = ""
    input_tokens: int = 0

    @property
    def origin(self) -> str:
        return "recorded" if self.recorded is not None else "generated"


class Refusal(NamedTuple):
    """Why a request is refused, before it is written as an API writes it."""

    status: int
    message: str
    type: str = "invalid_request_error"
    param: str | None = None
    code: str | None = None


class Assembly(Protocol):
    """A stream, put together piece by piece."""

    @property
    def finished(self) -> bool:
        """Whether the answer's end has come."""

    @property
    def failed(self) -> Json:
        """What the stream itself says went wrong."""

    def add(self, event: object) -> list[str]:
        """The pieces of text that an event brings."""

    def body(self) -> Json:
        """The response as far as it came."""


class StreamRequest(NamedTuple):
    """What the events of a stream depend on beside the answer."""

    model: str
    body: Mapping[str, Json]
    quirk: str = ""
    """One of the ways in which compatible servers number their calls wrongly."""


@dataclass(frozen=True)
class Streaming:
    """Server-sent events."""

    assembly: Callable[[], Assembly]
    """Reads them."""
    events: Callable[[Answer, StreamRequest], Iterable[Json]]
    """Writes them."""
    named: bool = False
    """Whether each event says its type in a line of its own."""
    end: str = ""
    """The last thing sent, where that is no event."""
    usage_option: Mapping[str, Json] = field(default_factory=dict)
    """What a request says to have the usage reported."""


class Client(NamedTuple):
    """How the clients that exported code uses name this API."""

    python: str
    """The method of the `openai` package."""
    typescript: str
    """The model factory of `@ai-sdk/openai`."""


@dataclass(frozen=True)
class Wire:
    path: str
    """Behind the base URL; `{model}` is filled in where the model is part of the path."""
    settings: frozenset[str]
    """What of a recorded request is sent again beside the messages. A stored session says much that no API takes."""
    tool_settings: tuple[str, ...]
    """The setting that holds the tools, then those that are refused without it."""
    max_tokens: str
    max_tokens_at_home: str | None = None
    """The name that the API's own provider wants, where other servers only know the older one."""
    sampling_key: str | None = None
    """The setting that holds temperature and the limit of tokens; None: they are settings themselves."""
    refusal: Callable[[Refusal], Json] = lambda refused: {"error": {"message": refused.message, "type": refused.type}}
    about: Callable[[str, str], dict[str, Json]] = lambda identity, model: {"id": identity, "model": model}
    """Identity and model → what a response says of itself."""
    whole: Callable[[Answer, str, str], Json] | None = None
    """Answer, model and quirk → the response. None: the message that the answer is, as `response_from` wraps it."""
    call_prefix: str = "call_"
    """What the ids of its calls begin with."""
    streaming: Streaming | None = None
    """None: answered whole."""
    client: Client | None = None
    """None: no client speaks it, so it is only spoken to the embedded model."""
    one_text: bool = False
    """Whether the whole list of messages may be one text."""

    def path_of(self, model: str) -> str:
        return self.path.replace("{model}", quote(model, safe="/@"))

    def sampling(self, settings: Mapping[str, Json]) -> dict[str, Json]:
        """Temperature and the like, where a request of this API has them."""
        return {self.sampling_key: dict(settings)} if self.sampling_key else dict(settings)
