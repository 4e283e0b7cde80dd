"""The replays of a capsule as a table: what was sent, to whom, what came back; request and response folded below."""

from __future__ import annotations

from workbench.capsules.capsule import Capsule
from workbench.capsules.elements import folded, json_block, text_of
from workbench.replays.record import ReplayRecord, record_from_json
from workbench.view.exchanges import exchange_row

_HEADS = ("Sent", "Answer", "Endpoint and model", "Tokens", "Time")
_CLASSES = {"✓": "answered", "✖": "refused"}


def replays_table(capsule: Capsule) -> str:
    heads = "".join(f"<th>{title}</th>" for title in _HEADS)
    rows = "".join(_rows(record_from_json(kept.record)) for kept in capsule.replays)
    return f'<table class="replays"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>'


def _rows(record: ReplayRecord) -> str:
    row = exchange_row(record)
    reason = f"<br>{text_of(row.reason)}" if row.reason else ""
    outcome = f'<span class="{_CLASSES.get(row.mark, "quiet")}">{row.mark} {text_of(row.outcome)}</span>{reason}'
    cells = (
        text_of(row.sent),
        outcome,
        f"{text_of(row.endpoint)}<br>{text_of(row.model)}, {text_of(row.origin)}",
        text_of(row.tokens),
        text_of(row.time),
    )
    shown = "".join(f"<td>{cell}</td>" for cell in cells)
    return f"<tr>{shown}</tr><tr><td colspan={len(cells)}>{_exchanges(record)}</td></tr>"


def _exchanges(record: ReplayRecord) -> str:
    """Each request with its response."""
    several = len(record.exchanges) > 1
    parts = []
    for number, exchange in enumerate(record.exchanges, 1):
        which = f" {number}" if several else ""
        status = f", HTTP {exchange.status}" if exchange.status is not None else ""
        parts.append(folded(f"Request{which}: {exchange.method} {exchange.url}", json_block(exchange.body)))
        parts.append(folded(f"Response{which}{status}", json_block(exchange.response)))
    return "".join(parts) or "Nothing was sent."
