"""The record of a replay: everything it sent and received, as plain data that can be saved and reopened.

A record contains no secrets: every value is masked by `Secrets` before it is stored.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, Literal

import orjson

from workbench.files import write_atomically
from workbench.json.text import Json, JsonObject, compact
from workbench.replays.errors import ProviderError, error_from_json

VERSION = 1
Ending = Literal["answered", "refused", "failed", "stopped", "unrecorded-call", "limit"]
"""How a replay can end. `refused`: the provider read the history and rejected it. `failed`: it never got that far."""
ANSWERED: Final = "answered"
REFUSED: Final = "refused"
FAILED: Final = "failed"
STOPPED: Final = "stopped"
UNRECORDED_CALL: Final = "unrecorded-call"
LIMIT: Final = "limit"
Variant = Literal["as-it-was", "repaired", "edited"]
"""Which version was sent: the original conversation, a repaired one or an edited one."""
AS_IT_WAS: Final = "as-it-was"
REPAIRED: Final = "repaired"
EDITED: Final = "edited"


MomentKind = Literal["request", "response", "chunk", "content", "tool", "waiting", "error", "stopped"]
"""`request` and `response`: their heads. `chunk`: an event of a stream as received. `content`: an IContent.
`tool`: a call answered from the recording. `waiting`: the server has sent nothing for some seconds."""


@dataclass(frozen=True)
class Moment:
    """An event of a replay."""

    at: float
    """Seconds since the start of the replay."""
    kind: MomentKind
    value: Any


OnEvent = Callable[[Moment], None]
"""Called for every event while a replay runs."""


@dataclass(frozen=True)
class Exchange:
    """One request and its response. A run with recorded tools has several."""

    method: str
    url: str
    headers: Any
    """As sent, but with masked values where they could be secret."""
    body: Any
    status: int | None = None
    response_headers: Json = None
    response: Json = None
    complete: bool = False
    contents: tuple[JsonObject, ...] = ()

    @property
    def blocks(self) -> list[JsonObject]:
        """The blocks of the answer in the order received."""
        return [block for content in self.contents for block in content["blocks"] if isinstance(block, dict)]

    @property
    def text(self) -> str:
        return "".join(block["text"] for block in self.blocks if block.get("type") == "text")


@dataclass(frozen=True)
class LocatedRefusal:
    """The place in the file that caused a refusal."""

    rule: str
    code: str
    at: str
    message_index: int
    sentence: str
    fix: str | None = None
    """The title of the fix, if one is known."""
    safe: bool = False


@dataclass(frozen=True)
class ReplayRecord:
    name: str
    endpoint: JsonObject
    """The endpoint as JSON, without the key."""
    target: str
    """Whose rules and error messages apply."""
    wire: str
    started: str
    seconds: float
    ended: Ending
    stream: bool = True
    up_to: int | None = None
    exchanges: tuple[Exchange, ...] = ()
    events: tuple[Moment, ...] = ()
    error: ProviderError | None = None
    located: LocatedRefusal | None = None
    unrecorded: JsonObject | None = None
    """The call that the recording has no answer for."""
    comparison: JsonObject | None = None
    variant: Variant = AS_IT_WAS

    @property
    def request(self) -> Any:
        """The body of the first request as sent, or None if nothing was sent."""
        return self.exchanges[0].body if self.exchanges else None

    @property
    def response(self) -> Any:
        """The body of the last response, as far as it was received."""
        return self.exchanges[-1].response if self.exchanges else None

    @property
    def contents(self) -> tuple[JsonObject, ...]:
        """The contents of all answers in order."""
        return tuple(content for exchange in self.exchanges for content in exchange.contents)

    @property
    def text(self) -> str:
        """The text of all answers, one paragraph per exchange."""
        return "\n\n".join(text for exchange in self.exchanges if (text := exchange.text))

    @property
    def usage(self) -> Any:
        """The usage that the last response reports."""
        for content in reversed(self.contents):
            if "metadata" in content:
                return content["metadata"].get("usage")
        return None

    @property
    def model(self) -> str | None:
        """The model that the response names."""
        model = self.response.get("model") if isinstance(self.response, dict) else None
        return model if isinstance(model, str) else None

    @property
    def stopped(self) -> bool:
        return self.ended == STOPPED

    @property
    def embedded(self) -> bool:
        return bool(self.endpoint.get("embedded"))

    def as_json(self) -> JsonObject:
        return {
            "replay": VERSION,
            **{name: getattr(self, name) for name in _PLAIN},
            "usage": self.usage,
            "model": self.model,
            "variant": self.variant,
            "exchanges": [_exchange_json(exchange) for exchange in self.exchanges],
            "events": [[moment.at, moment.kind, moment.value] for moment in self.events],
            "error": self.error.as_json() if self.error else None,
            "located": asdict(self.located) if self.located else None,
        }

    def save(self, path: str | Path) -> None:
        write_atomically(Path(path), compact(self.as_json()).encode())


_PLAIN = (
    *("name", "endpoint", "target", "wire", "started", "seconds", "ended"),
    *("stream", "up_to", "unrecorded", "comparison"),
)


def _exchange_json(exchange: Exchange) -> Json:
    """Return the exchange as JSON. `asdict` would copy entire histories and fail on deeply nested ones."""
    names = ("method", "url", "headers", "body", "status", "response_headers", "response", "complete")
    return {**{name: getattr(exchange, name) for name in names}, "contents": list(exchange.contents)}


class NotARecordError(ValueError):
    """The file is not a saved replay."""


def open_record(path: str | Path) -> ReplayRecord:
    try:
        value = orjson.loads(Path(path).read_bytes())
        return record_from_json(value)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise NotARecordError(f"{path} is not a saved replay: {type(error).__name__}: {error}") from error


def record_from_json(value: Any) -> ReplayRecord:
    if value["replay"] != VERSION:
        raise NotARecordError(f"this replay has version {value['replay']!r}; only version {VERSION} is supported")
    located = value["located"]
    return ReplayRecord(
        **{name: value[name] for name in _PLAIN},
        exchanges=tuple(
            Exchange(**{**exchange, "contents": tuple(exchange["contents"])}) for exchange in value["exchanges"]
        ),
        events=tuple(Moment(*moment) for moment in value["events"]),
        error=error_from_json(value["error"]),
        located=LocatedRefusal(**located) if located else None,
        variant=value.get("variant", AS_IT_WAS),  # early records do not have it
    )
