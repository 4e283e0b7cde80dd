"""The replays of a capsule as an HTML table, with each request and response folded below."""

from __future__ import annotations

from workbench.capsules.capsule import Capsule
from workbench.capsules.elements import folded, json_block, text_of
from workbench.replays.record import ReplayRecord, record_from_json
from workbench.view.exchanges import exchange_row

_COLUMN_TITLES = ("Sent", "Answer", "Endpoint and model", "Tokens", "Time")
_CLASSES = {"✓": "answered", "✖": "refused"}


def replays_table(capsule: Capsule) -> str:
    headings = "".join(f"<th>{title}</th>" for title in _COLUMN_TITLES)
    rows = "".join(_rows(record_from_json(replay.record)) for replay in capsule.replays)
    return f'<table class="replays"><thead><tr>{headings}</tr></thead><tbody>{rows}</tbody></table>'


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
    row_cells = "".join(f"<td>{cell}</td>" for cell in cells)
    return f"<tr>{row_cells}</tr><tr><td colspan={len(cells)}>{_exchanges(record)}</td></tr>"


def _exchanges(record: ReplayRecord) -> str:
    """Return each request and its response, folded."""
    parts = []
    for number, exchange in enumerate(record.exchanges, 1):
        suffix = f" {number}" if len(record.exchanges) > 1 else ""
        status = f", HTTP {exchange.status}" if exchange.status is not None else ""
        parts.append(folded(f"Request{suffix}: {exchange.method} {exchange.url}", json_block(exchange.body)))
        parts.append(folded(f"Response{suffix}{status}", json_block(exchange.response)))
    return "".join(parts) or "Nothing was sent."
