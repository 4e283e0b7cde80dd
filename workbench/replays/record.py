"""ReplayRecord: everything a replay sent, received and concluded, as plain data that can be saved and reopened.

Nothing in it is secret: every value passed through `Secrets` when it came in.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final, Literal

import orjson

from workbench.files import write_whole
from workbench.json.text import Json, compact
from workbench.replays.errors import ProviderError, error_from_json

VERSION = 1
Ending = Literal["answered", "refused", "failed", "stopped", "unrecorded-call", "limit"]
"""How a replay can end. Refused: the provider read the history and rejected it. Failed: it did not come to that."""
ANSWERED: Final = "answered"
REFUSED: Final = "refused"
FAILED: Final = "failed"
STOPPED: Final = "stopped"
UNRECORDED_CALL: Final = "unrecorded-call"
LIMIT: Final = "limit"
Variant = Literal["as-it-was", "repaired", "edited"]
"""What was sent: the conversation as it was, repaired or edited."""
AS_IT_WAS: Final = "as-it-was"
REPAIRED: Final = "repaired"
EDITED: Final = "edited"


@dataclass(frozen=True)
class Moment:
    """An event of a replay, in seconds since its start."""

    at: float
    kind: str
    """request, response (their heads), chunk (as it came), content (an IContent), tool (answered from the recording),
    error, stopped."""
    value: Json


OnEvent = Callable[[Moment], None]
"""Called for every moment while a replay runs."""


@dataclass(frozen=True)
class Exchange:
    """One request and what came of it. A run with recorded tools has several."""

    method: str
    url: str
    headers: Json
    """As sent; of those that could hold a secret only the name."""
    body: Json
    status: int | None = None
    response_headers: Json = None
    response: Json = None
    complete: bool = False
    contents: tuple[Json, ...] = ()

    @property
    def blocks(self) -> list[Json]:
        """The blocks of the answer, in the order in which they came."""
        return [block for content in self.contents for block in content["blocks"] if isinstance(block, dict)]

    @property
    def text(self) -> str:
        return "".join(block["text"] for block in self.blocks if block.get("type") == "text")


@dataclass(frozen=True)
class LocatedRefusal:
    """Where in the file the refusal comes from."""

    rule: str
    code: str
    at: str
    message_index: int
    sentence: str
    fix: str | None = None
    """The title of the fix, where one is known."""
    safe: bool = False


@dataclass(frozen=True)
class ReplayRecord:
    name: str
    endpoint: Json
    """Without the key."""
    target: str
    """Whose rules and words hold."""
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
    unrecorded: Json = None
    """The call for which the recording has no answer."""
    comparison: Json = None
    variant: Variant = AS_IT_WAS

    @property
    def request(self) -> Json:
        """The first request's body, as sent."""
        return self.exchanges[0].body if self.exchanges else None

    @property
    def response(self) -> Json:
        """The last response's body, as far as it came."""
        return self.exchanges[-1].response if self.exchanges else None

    @property
    def contents(self) -> tuple[Json, ...]:
        """Everything generation yielded, in order."""
        return tuple(content for exchange in self.exchanges for content in exchange.contents)

    @property
    def text(self) -> str:
        """Everything that was said, each turn of a run in a paragraph of its own."""
        return "\n\n".join(text for exchange in self.exchanges if (text := exchange.text))

    @property
    def usage(self) -> Json:
        """As the last response reports it."""
        for content in reversed(self.contents):
            if "metadata" in content:
                return content["metadata"].get("usage")
        return None

    @property
    def model(self) -> str | None:
        """Who answered, in its own words."""
        model = self.response.get("model") if isinstance(self.response, dict) else None
        return model if isinstance(model, str) else None

    @property
    def stopped(self) -> bool:
        return self.ended == STOPPED

    @property
    def embedded(self) -> bool:
        return bool(self.endpoint.get("embedded"))

    def as_json(self) -> Json:
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
        write_whole(Path(path), compact(self.as_json()).encode())


_PLAIN = (
    *("name", "endpoint", "target", "wire", "started", "seconds", "ended"),
    *("stream", "up_to", "unrecorded", "comparison"),
)


def _exchange_json(exchange: Exchange) -> Json:
    """Not `asdict`, which copies whole histories and gives up on deep ones."""
    names = ("method", "url", "headers", "body", "status", "response_headers", "response", "complete")
    return {**{name: getattr(exchange, name) for name in names}, "contents": list(exchange.contents)}


class NotARecordError(ValueError):
    """A file that is no saved replay."""


def open_record(path: str | Path) -> ReplayRecord:
    try:
        value = orjson.loads(Path(path).read_bytes())
        return record_from_json(value)
    except (ValueError, TypeError, KeyError, AttributeError) as fault:
        raise NotARecordError(f"{path} is not a saved replay: {type(fault).__name__}: {fault}") from fault


def record_from_json(value: Json) -> ReplayRecord:
    if value["replay"] != VERSION:
        raise NotARecordError(f"this replay has version {value['replay']!r}; {VERSION} is known")
    located = value["located"]
    return ReplayRecord(
        **{name: value[name] for name in _PLAIN},
        exchanges=tuple(Exchange(**{**one, "contents": tuple(one["contents"])}) for one in value["exchanges"]),
        events=tuple(Moment(*moment) for moment in value["events"]),
        error=error_from_json(value["error"]),
        located=LocatedRefusal(**located) if located else None,
        variant=value.get("variant", AS_IT_WAS),  # records of the first edition have none
    )
