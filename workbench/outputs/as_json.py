"""`check --output json`, which other programs rely on: keys may be added, but existing keys keep their meaning."""

from __future__ import annotations

from collections.abc import Iterable

import orjson

from workbench.checks.findings import Finding
from workbench.checks.report import Report
from workbench.checks.verdict import Outcome
from workbench.conversation import Conversation
from workbench.json.text import Json, compact
from workbench.outputs.row import Row
from workbench.outputs.verdict_sentence import verdict_sentence


def json_report(rows: Iterable[Row]) -> str:
    return indented({"files": [_file(row) for row in rows]})


def indented(value: object) -> str:
    """Return indented JSON, or JSON on one line if the fast writer fails (too deep, a lone surrogate)."""
    try:
        return orjson.dumps(value, option=orjson.OPT_INDENT_2).decode()
    except (TypeError, ValueError):
        return compact(value)


def _file(row: Row) -> Json:
    if row.report is None:
        return _names(row) | {"source": row.source, "verdict": Outcome.NOT_JUDGED, "error": row.error}
    return _names(row) | _report(row.report)


def _names(row: Row) -> dict[str, Json]:
    return {"file": row.file, **({"conversation": row.conversation} if row.conversation else {})}


def _report(report: Report) -> dict[str, Json]:
    verdict = report.verdict
    return {
        "source": report.conversation.origin.source if report.conversation.origin else None,
        "format": report.conversation.detection.known_format,
        "dialect": report.conversation.dialect,
        "target": report.target.name,
        "verdict": verdict.outcome,
        "verdict_after_conversion": verdict.after_conversion,
        "verdict_sentence": verdict_sentence(report),
        "provider_error": verdict.words if verdict.refused else None,
        "first_invalid_message": verdict.first_message,
        "time_of_death": verdict.first_message,  # the former key, kept for one version
        "recorded_refusal": _recorded_refusal(report),
        **_reading(report.conversation),
        "findings": [_finding(finding, report.conversation) for finding in report.findings],
    }


def _recorded_refusal(report: Report) -> Json:
    if not report.conversation.may_hold_refusal:
        return None
    from workbench.locating.recorded import recorded_refusal  # loads every provider's phrases; few files need them
    from workbench.outputs.error_location import recorded_as_json

    return recorded_as_json(recorded_refusal(report), report.conversation)


def _finding(finding: Finding, conversation: Conversation) -> Json:
    """Return a finding whose pointers lead into the original file, even if the conversation was extracted from it."""
    as_json = finding.as_json()
    if conversation.origin is None:
        return as_json
    at = conversation.in_file(finding.at)
    partner = finding.partner and conversation.in_file(finding.partner)
    return as_json | {"at": at, "partner": partner, "line": conversation.origin.line_of(at)}


def _reading(conversation: Conversation) -> dict[str, Json]:
    """Return how the file was read: the other possible formats and the notes."""
    detection = conversation.detection
    return {
        "candidates": list(detection.candidates) if detection.ambiguous else [],
        "notes": [{"kind": note.kind, "text": note.text, "at": note.at} for note in conversation.notes],
    }
