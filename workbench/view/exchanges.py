"""A replay as one row of the list: what was sent, the endpoint, the outcome and its reason, tokens and time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from workbench.json.text import Json, compact
from workbench.outputs.visible import shortened, visible
from workbench.replays import ReplayRecord
from workbench.replays.record import ANSWERED, AS_IT_WAS, EDITED, REFUSED, REPAIRED

_LONGEST = 160
_SENT = {AS_IT_WAS: "original", REPAIRED: "repaired", EDITED: "edited"}
_ENDED = {
    "failed": "failed",
    "stopped": "stopped",
    "unrecorded-call": "stopped at a call that was not recorded",
    "limit": "stopped at the limit of requests",
}


class ExchangeRow(NamedTuple):
    key: str
    """Identifies the record among those of its conversation."""
    sent: str
    mark: str
    """✓ answered, ✖ refused or failed, ■ stopped."""
    outcome: str
    reason: str
    """The error of the provider or the network; empty if there was an answer."""
    endpoint: str
    model: str
    origin: str
    """"rehearsed" or "live"."""
    tokens: str
    time: str


def exchange_row(record: ReplayRecord) -> ExchangeRow:
    return ExchangeRow(
        key=record_key(record),
        sent=_sent(record),
        mark={ANSWERED: "✓", "stopped": "■"}.get(record.ended, "✖"),
        outcome=outcome(record),
        reason=_line(record.error.words or record.error.sentence) if record.error else "",
        endpoint=_line(record.endpoint.get("title")),
        model=_line(record.model or record.endpoint.get("model")),
        origin="rehearsed" if record.embedded else "live",
        tokens=_tokens(record.usage) if record.ended == ANSWERED else "",
        time=duration(record.seconds),
    )


def record_key(record: ReplayRecord) -> str:
    """Return a unique key: two records can start in the same millisecond, but not with the same variant."""
    return f"{record.started}-{record.variant}"


def _sent(record: ReplayRecord) -> str:
    variant = _SENT.get(record.variant, record.variant)
    return f"{variant}, up to message {record.up_to - 1}" if record.up_to else variant


def outcome(record: ReplayRecord) -> str:
    """Return the outcome in a few words: the answer itself, or the status and the message that it refers to."""
    if record.ended == ANSWERED:
        return _answer(record)
    status = str(record.error.status) if record.error and record.error.status else ""
    place = record.located.message_index if record.located else -1
    at = f"at message {place}" if place >= 0 else ""
    ended = "refused" if record.ended == REFUSED and not status else _ENDED.get(record.ended, "")
    return " ".join(part for part in (ended, status, at) if part) or record.ended


def _answer(record: ReplayRecord) -> str:
    if text := record.text.strip():
        return f'"{_line(text)}"'
    calls: Any = [
        block for exchange in record.exchanges for block in exchange.blocks if block.get("type") == "tool_call"
    ]
    if not calls:
        return "an empty answer"
    return _line(", ".join(f"{call.get('name')}({compact(call.get('parameters'))})" for call in calls))


def _tokens(usage: object) -> str:
    counted = usage if isinstance(usage, dict) else {}
    into, out = counted.get("inputTokens"), counted.get("outputTokens")
    return f"{into:,} → {out:,}" if isinstance(into, int) and isinstance(out, int) and (into or out) else ""


def duration(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"


def _line(text: object) -> str:
    return visible(shortened(" ".join(str(text or "").split()), _LONGEST))


class ProofRows(NamedTuple):
    """Both answers, side by side."""

    original: ReplayRecord
    repaired: ReplayRecord

    @property
    def conclusion(self) -> str:
        if self.original.ended == REFUSED and self.repaired.ended == ANSWERED:
            return "The repair works: the original was refused, and the repaired conversation was answered."
        if self.repaired.ended == REFUSED:
            return "The repaired conversation was also refused. Open it to see why."
        if self.original.ended == self.repaired.ended == ANSWERED:
            return "Both were answered: this endpoint also accepts the original."
        return "No proof: one of the two requests was neither answered nor refused."


def proof_of(records: Sequence[ReplayRecord]) -> ProofRows | None:
    """Return the newest replay of the repaired conversation and the newest of the original at the same endpoint.

    `records` are sorted with the newest first.
    """
    for repaired in records:
        if repaired.variant == REPAIRED:
            originals = (record for record in records if record.variant == AS_IT_WAS and record.up_to is None)
            original = next((record for record in originals if _endpoint(record) == _endpoint(repaired)), None)
            return ProofRows(original, repaired) if original else None
    return None


def _endpoint(record: ReplayRecord) -> tuple[Json, ...]:
    """Return what identifies the endpoint. The embedded model's address is left out: its port changes each time."""
    address = "" if record.embedded else record.endpoint.get("base_url")
    return record.embedded, address, record.endpoint.get("model"), record.target
