"""Show the consequences of a conversion, for people and for programs. Equal losses are listed once with their count."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from rich.text import Text

from workbench.checks.preflight import Preflight
from workbench.json.pointer import readable, to_pointer
from workbench.json.text import JsonObject, compact
from workbench.outputs.text import STYLES, verdict
from workbench.outputs.visible import shortened, visible
from workbench.provenance import Spot
from workbench.targets import ERROR

_MAX_LINES = 40


def preflight_as_json(flight: Preflight) -> JsonObject:
    return {
        "from": flight.source,
        "to": flight.to,
        "route": list(flight.route),
        "ways": list(flight.ways),
        "target": flight.report.target.name,
        "accepted": flight.accepted,
        "verdict": flight.report.verdict.outcome,
        "losses": [
            {
                "at": _pointer(reported.loss.source),
                "presence_only": reported.loss.presence_only,
                "hop": reported.hop,
                "why": reported.why,
            }
            for reported in flight.losses
        ],
        "moved": [{"at": _pointer(move.source), "before": _pointer(move.passed)} for move in flight.moves],
        "settings_left_behind": list(flight.settings_left_behind),
        "renamed": [{"from": row.before, "to": row.after, "count": row.times} for row in flight.renamed],
        "invented": [{"at": row.at, "value": row.value} for row in flight.invented],
        "ids": [{"from": row.before, "to": row.after} for row in flight.ids],
        "findings": [finding.as_json() for finding in flight.report.findings],
    }


def _pointer(spot: Spot) -> str:
    return f"/{spot.message}{to_pointer(spot.path)}"


def preflight_as_text(flight: Preflight) -> Iterator[Text]:
    yield Text(" → ".join(flight.route), "bold")
    yield from (Text(f"  {way}", "dim") for way in flight.ways)
    for title, lines in preflight_sections(flight):
        yield from _section(title, lines)
    if ids_stay(flight):
        yield Text("ids: all unchanged")
    errors = [cause.head for cause in flight.report.causes if cause.severity == ERROR]
    for finding in errors[:_MAX_LINES]:
        sentence = f": {visible(finding.text)} ({readable(finding.at)} of the converted messages)"
        yield Text.assemble((f"error[{finding.code}]", STYLES["error"]), f" {finding.rule}", sentence)
    yield verdict(flight.report)


def preflight_sections(flight: Preflight) -> Iterator[tuple[str, Iterator[str]]]:
    """Yield the title and the lines of each kind of change that a conversion makes. Every text is safe to show."""
    yield "lost", _losses(flight)
    moves = ((readable(_pointer(move.source)), readable(_pointer(move.passed))) for move in flight.moves)
    yield "moved", (f"{visible(source)}: now before {visible(passed)}" for source, passed in moves)
    yield "settings left out", map(visible, flight.settings_left_behind)
    yield "renamed", (f"{row.before} → {row.after} ({row.times})" for row in flight.renamed)
    yield "invented", (f"{readable(row.at)} = {_short(row.value)}" for row in flight.invented)
    changed = (row for row in flight.ids if row.before != row.after)
    yield "ids", (f"{_short(row.before)} → {_short(row.after)}" for row in changed)


def ids_stay(flight: Preflight) -> bool:
    return bool(flight.ids) and all(row.before == row.after for row in flight.ids)


def _section(title: str, lines: Iterator[str]) -> Iterator[Text]:
    shown = list(islice(lines, _MAX_LINES + 1))
    if shown:
        yield Text(f"{title}:", "bold")
    for line in shown[:_MAX_LINES]:
        yield Text(f"  {line}")
    if len(shown) > _MAX_LINES:
        yield Text("  … and more; --output json lists them all")


def _losses(flight: Preflight) -> Iterator[str]:
    """Yield one line for all losses at the same place in their messages and for the same reason."""
    groups: dict[tuple[str, str, bool], list[int]] = {}
    for reported in flight.losses:
        kind = re.sub(r"\[\d+\]", "[]", readable(to_pointer(reported.loss.source.path))) or "the whole message"
        groups.setdefault((kind, reported.why, reported.loss.presence_only), []).append(reported.loss.source.message)
    for (kind, why, presence_only), messages in groups.items():
        distinct = list(dict.fromkeys(messages))
        listed = ", ".join(map(str, distinct[:5])) + (f" and {len(distinct) - 5} more" if len(distinct) > 5 else "")
        remainder = " (only its presence is kept)" if presence_only else ""
        yield f"{visible(kind)} in message {listed}{remainder}: {why}"


def _short(value: object) -> str:
    return visible(shortened(compact(value), 60))
