"""The HTTP API of a format: its path, settings, answers, refusals and streams.

A replay writes requests and reads answers with a `Wire`; the embedded model reads requests and writes answers with the
same one. A format without a wire is never sent to a model directly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol
from urllib.parse import quote

from workbench.json.pointer import Path, follow_or_none
from workbench.json.text import Json

CREATED = 1_700_000_000
"""The fixed creation time of the embedded model's answers, so equal requests get byte-identical answers."""


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
    """Response → the path of the assistant's message or of the list of its messages; None if it is not a response."""
    finish: Path | None = None
    """The path of the reason why the answer ended."""
    usage: Usage | None = None

    def places(self, body: object) -> list[Path]:
        """Return the paths of the assistant's messages."""
        place = self.answer(body)
        answer = follow_or_none(body, place) if place is not None else None
        if place is None or answer is None:
            return []
        return [(*place, number) for number in range(len(answer))] if isinstance(answer, list) else [place]


class GeneratedCall(NamedTuple):
    id: str
    name: str
    arguments: dict[str, Json]


class Answer(NamedTuple):
    """An answer of the embedded model: recorded messages in the wire format, or a text and calls to write in it."""

    identity: str
    """Identifies the response; equal requests have the same identity."""
    recorded: list[Json] | None = None
    calls: tuple[GeneratedCall, ...] = ()
    text: str = ""
    input_tokens: int = 0

    @property
    def origin(self) -> str:
        return "recorded" if self.recorded is not None else "generated"


class Refusal(NamedTuple):
    """The reason why a request is refused, before it is written in the error format of an API."""

    status: int
    message: str
    type: str = "invalid_request_error"
    param: str | None = None
    code: str | None = None


class Assembly(Protocol):
    """Assembles a response from the events of a stream."""

    @property
    def finished(self) -> bool:
        """Whether the end of the answer has arrived."""

    @property
    def failed(self) -> Json:
        """The error that the stream itself reports, or None."""

    def add(self, event: object) -> list[str]:
        """Add an event and return the pieces of text in it."""

    def body(self) -> Any:
        """Return the response as far as it has arrived."""


class StreamRequest(NamedTuple):
    """Everything that the events of a stream depend on, apart from the answer."""

    model: str
    body: Mapping[str, Json]
    quirk: str = ""
    """A way in which compatible servers number their calls wrongly; empty for correct numbers."""


@dataclass(frozen=True)
class Streaming:
    """Server-sent events."""

    assembly: Callable[[], Assembly]
    """Creates the reader of the events."""
    events: Callable[[Answer, StreamRequest], Iterable[Json]]
    """Writes the events of an answer."""
    named: bool = False
    """Whether each event has a separate line with its type."""
    end: str = ""
    """The marker that ends the stream, if it is not an event."""
    usage_option: Mapping[str, Json] = field(default_factory=dict)
    """The settings that make the API report the usage."""


class Client(NamedTuple):
    """The names of this API in the clients that exported code uses."""

    python: str
    """The method of the `openai` package."""
    typescript: str
    """The model factory of `@ai-sdk/openai`."""


@dataclass(frozen=True)
class Wire:
    path: str
    """The path after the base URL; `{model}` is replaced if the model is part of the path."""
    settings: frozenset[str]
    """The settings of a recorded request that are sent again. A stored session has many that no API accepts."""
    tool_settings: tuple[str, ...]
    """The setting that holds the tools, then the settings that are refused without it."""
    max_tokens: str
    provider_max_tokens: str | None = None
    """The name that the API's own provider expects, if other servers only know the older `max_tokens`."""
    sampling_key: str | None = None
    """The setting that contains the temperature and the token limit; None: they are top-level settings."""
    refusal: Callable[[Refusal], Json] = lambda refused: {"error": {"message": refused.message, "type": refused.type}}
    about: Callable[[str, str], dict[str, Json]] = lambda identity, model: {"id": identity, "model": model}
    """Identity and model → the fields in which a response describes itself."""
    write_response: Callable[[Answer, str, str], Json] | None = None
    """Answer, model and quirk → the response. None: `response_from` wraps the message of the answer."""
    call_prefix: str = "call_"
    """The prefix of the ids of its calls."""
    streaming: Streaming | None = None
    """None: answers are never streamed."""
    client: Client | None = None
    """None: no client supports it, so only the embedded model receives it."""
    messages_may_be_text: bool = False
    """Whether a single text may replace the list of messages."""

    def path_of(self, model: str) -> str:
        return self.path.replace("{model}", quote(model, safe="/@"))

    def sampling(self, settings: Mapping[str, Json]) -> dict[str, Json]:
        """Return the sampling settings (such as the temperature) nested as a request of this API expects them."""
        return {self.sampling_key: dict(settings)} if self.sampling_key else dict(settings)
