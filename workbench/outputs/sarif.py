"""`check --output sarif`: SARIF 2.1.0, the format in which code-scanning services read findings."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from urllib.parse import quote

from workbench import __version__
from workbench.checks.findings import Finding
from workbench.checks.verdict import Outcome
from workbench.json.text import Json, JsonObject
from workbench.outputs.row import Row
from workbench.outputs.source_lines import lines_of
from workbench.outputs.text_places import Place
from workbench.outputs.verdict_sentence import verdict_sentence
from workbench.readable_place import readable_place
from workbench.rules import RULES, Rule

_LEVELS = {"error": "error", "warning": "warning", "info": "note", None: "none"}
SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def sarif_report(rows: Iterable[Row]) -> JsonObject:
    rows = list(rows)
    results = [result for row in rows for result in _results(row)]
    unread = [row for row in rows if row.error is not None]
    invocation: dict[str, Json] = {"executionSuccessful": not unread}
    if unread:
        invocation["toolExecutionNotifications"] = [_notification(row) for row in unread]
    driver = {"name": "workbench", "version": __version__, "rules": [_rule(rule) for rule in RULES.values()]}
    run = {
        "tool": {"driver": driver},
        "invocations": [invocation],
        "columnKind": "unicodeCodePoints",
        "results": results,
        "properties": {"verdicts": [_verdict(row) for row in rows]},
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _verdict(row: Row) -> Json:
    """Return a verdict for the run's properties: a file without findings has no result that could carry it."""
    if row.report is None:
        return {"file": row.title, "target": None, "verdict": Outcome.NOT_JUDGED, "sentence": row.error}
    return {
        "file": row.title,
        "target": row.report.target.name,
        "verdict": row.report.verdict.outcome,
        "sentence": verdict_sentence(row.report),
    }


def _rule(rule: Rule) -> Json:
    return {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": rule.prose},
        "help": {"text": rule.documentation},
        "defaultConfiguration": {"level": _LEVELS[rule.default]},
        "properties": {"tags": [rule.family]},
    }


def _results(row: Row) -> Iterable[Json]:
    if row.report is None:
        return
    lines = lines_of(row)
    codes = {rule.code: number for number, rule in enumerate(RULES.values())}
    for finding in row.report.findings:
        result = {
            "ruleId": finding.code,
            "ruleIndex": codes.get(finding.code, -1),
            "level": _LEVELS[finding.severity],
            "message": {"text": _message(finding)},
            "locations": [_location(row, finding.at, lines)],
            "partialFingerprints": {"place/v1": _fingerprint(row, finding)},
            "properties": {
                "target": row.report.target.name,
                "format": row.report.conversation.format,
                "verdict": row.report.verdict.outcome,
            },
        }
        if finding.partner:
            result["relatedLocations"] = [_location(row, finding.partner, lines)]
        yield result


def _message(finding: Finding) -> str:
    provider_error = f"\n{finding.provider_error}" if finding.provider_error else ""
    fix = f"\nFix: {finding.fix.title}" if finding.fix else ""
    return f"{finding.text}{provider_error}{fix}"


def _location(row: Row, at: str, lines: dict[str, Place]) -> Json:
    assert row.report is not None
    physical: dict[str, Json] = {"artifactLocation": {"uri": _uri(row.file)}}
    if place := lines.get(at):
        physical["region"] = {"startLine": place.line, "startColumn": place.column}
    name = readable_place(row.report.conversation, at)
    return {"physicalLocation": physical, "logicalLocations": [{"fullyQualifiedName": name, "decoratedName": at}]}


def _notification(row: Row) -> Json:
    location = {"physicalLocation": {"artifactLocation": {"uri": _uri(row.file)}}}
    return {"level": "error", "message": {"text": row.error}, "locations": [location]}


def _uri(file: str) -> str:
    """Return a path as a URI; a relative path stays relative, so that the service finds it in the repository."""
    return quote(file.replace("\\", "/"), errors="replace")


def _fingerprint(row: Row, finding: Finding) -> str:
    """Return a key that does not depend on line numbers, on the order of the findings or on their text."""
    return sha256(f"{row.title}\0{finding.code}\0{finding.at}".encode(errors="replace")).hexdigest()[:32]
