"""`check --output json`: a contract. Keys may be added; none that is here changes its meaning."""

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
    """Readable where it can be; what the fast writer refuses (too deep, half a character) on one line."""
    try:
        return orjson.dumps(value, option=orjson.OPT_INDENT_2).decode()
    except (TypeError, ValueError):
        return compact(value)


def _file(row: Row) -> Json:
    if row.report is None:
        return _named(row) | {"source": row.source, "verdict": Outcome.NOT_JUDGED, "error": row.error}
    return _named(row) | _judged(row.report)


def _named(row: Row) -> dict[str, Json]:
    return {"file": row.file} | ({"conversation": row.conversation} if row.conversation else {})


def _judged(report: Report) -> dict[str, Json]:
    verdict = report.verdict
    return {
        "source": report.conversation.origin.source if report.conversation.origin else None,
        "format": report.conversation.format,
        "dialect": report.conversation.dialect,
        "target": report.target.name,
        "verdict": verdict.outcome,
        "verdict_after_conversion": verdict.after_conversion,
        "verdict_sentence": verdict_sentence(report),
        "provider_error": verdict.words if verdict.refused else None,
        "first_invalid_message": verdict.first_message,
        "time_of_death": verdict.first_message,  # the former key, kept for one version
        "recorded_refusal": _recorded(report),
        **_read(report.conversation),
        "findings": [_finding(finding, report.conversation) for finding in report.findings],
    }


def _recorded(report: Report) -> Json:
    if not report.conversation.may_hold_refusal:
        return None
    from workbench.locating.recorded import recorded_refusal  # reads every provider's words; few files need them
    from workbench.outputs.located import recorded_as_json

    return recorded_as_json(recorded_refusal(report), report.conversation)


def _finding(finding: Finding, conversation: Conversation) -> Json:
    """Places lead into the file as it was given, whatever was read out of it."""
    written = finding.as_json()
    if conversation.origin is None:
        return written
    at = conversation.in_file(finding.at)
    partner = finding.partner and conversation.in_file(finding.partner)
    return written | {"at": at, "partner": partner, "line": conversation.origin.line_of(at)}


def _read(conversation: Conversation) -> dict[str, Json]:
    """How the file was read: what else it could be, and what was noticed."""
    detection = conversation.detection
    return {
        "candidates": list(detection.candidates) if detection.ambiguous else [],
        "notes": [{"kind": note.kind, "text": note.text, "at": note.at} for note in conversation.notes],
    }
