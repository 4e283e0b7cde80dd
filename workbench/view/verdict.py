"""The verdict in words, the findings as rows, and the answer of every target."""

from __future__ import annotations

from workbench.checks.check import Report
from workbench.checks.findings import Cause, Finding
from workbench.checks.verdict import Verdict
from workbench.conversation import Conversation, Detection
from workbench.json.text import Json
from workbench.outputs.visible import shortened
from workbench.rules import RULES
from workbench.targets import ERROR, WARNING
from workbench.view.unread import is_partial

MOST_CAUSES = 20
LONGEST = 600
"""Sentences hold ids, and an id can be a million letters long."""


def base_name(conversation: Conversation) -> str:
    """Its name without the folders it lay in; one of several in a file keeps its place there."""
    file, mark, member = conversation.name.partition("#/")
    return (file.replace("\\", "/").rsplit("/", 1)[-1] + mark + member) or conversation.name


def known_as(detection: Detection, recognised: str) -> str:
    """How it is known in which format it is."""
    if recognised:
        return f"read as {detection.format}, as you chose; it looks like {recognised}"
    if detection.ambiguous:
        return f"read as {detection.format}; other formats fit as well"
    return f"recognised, {round(detection.confidence * 100)} % sure"


def headline(report: Report) -> dict[str, Json]:
    """A sentence, the provider's words under it, and how bad it is."""
    errors = [cause for cause in report.causes if cause.severity == ERROR]
    warnings = [cause for cause in report.causes if cause.severity == WARNING]
    title = report.target.title
    if errors:
        words = report.provider_error
        return {
            "severity": ERROR,
            "text": f"{title} would refuse this: {counted(len(errors), 'error')}{_where(report, errors)}",
            "words": shortened(f"{report.target.status} {words}", LONGEST) if words else "",
        }
    this = "what could be read of this" if is_partial(report.conversation) else "this"
    if warnings:
        told = counted(len(warnings), "warning")
        doubtful = any(finding.provider_error for cause in warnings for finding in cause.findings)
        text = f"{title} may refuse {this}: {told}" if doubtful else f"{title} would accept {this}, with {told}"
        return {"severity": WARNING, "text": text, "words": ""}
    severity = "fine" if this == "this" else WARNING
    return {"severity": severity, "text": f"{title} would accept {this}", "words": ""}


def _where(report: Report, errors: list[Cause]) -> str:
    """One fault can strike many messages; one of the request as a whole strikes none."""
    if not report.conversation.messages:
        return ""
    struck = sum(len(places(cause)) for cause in errors)
    several = f" in {struck:,} places" if struck > len(errors) else ""
    return f"{several}, first at message {report.first_invalid_message}"


def counted(number: int, word: str) -> str:
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"


def places(cause: Cause) -> list[Finding]:
    """Where one fault strikes: what its head says, once for each message. The rest follows from these."""
    struck: dict[int, Finding] = {}
    for finding in cause.findings:
        if finding.rule == cause.head.rule:
            struck.setdefault(finding.message_index, finding)
    return list(struck.values())


def cause_rows(report: Report) -> list[dict[str, Json]]:
    """One row per rule, the most severe first. Its other causes and places are grouped under it."""
    rows: list[dict[str, Json]] = []
    groups: dict[str, dict[str, Json]] = {}
    for number, cause in enumerate(report.causes):
        severity = cause.severity
        for finding in places(cause):
            group = groups.get(finding.rule)
            if group is None:
                group = {**_row(report, severity, finding, number), "more": 0, "others": []}
                groups[finding.rule] = group
                rows.append(group)
                continue
            group["more"] += 1
            if len(group["others"]) < MOST_CAUSES:
                group["others"].append(_row(report, severity, finding, number))
    return rows


def _row(report: Report, severity: str, finding: Finding, number: int) -> dict[str, Json]:
    return {
        "c": number,
        "code": finding.code,
        "rule": finding.rule,
        "severity": severity,
        "i": finding.message_index,
        "where": where_in_words(report, finding),
        "text": shortened(finding.text, LONGEST),
    }


def where_in_words(report: Report, finding: Finding) -> str:
    """`message 3`, or `message 2 → 3` where it lies between two."""
    partner = report.conversation.index_of(finding.partner) if finding.partner else None
    if not 0 <= finding.message_index < len(report.conversation.messages):
        return "the request"
    if partner is None or partner == finding.message_index:
        return f"message {finding.message_index}"
    first, second = sorted((partner, finding.message_index))
    return f"message {first} → {second}"


def rule_page(name: str) -> dict[str, Json] | None:
    """A rule's documentation, as its source has it."""
    rule = RULES.get(name)
    if rule is None:
        return None
    return {
        "name": rule.name,
        "code": rule.code,
        "family": rule.family,
        "prose": rule.prose,
        "examples": [
            {"kind": example.kind, "target": example.target, "text": example.source} for example in rule.examples
        ],
    }


def verdict_rows(verdicts: list[Verdict]) -> list[dict[str, Json]]:
    return [
        {
            "target": verdict.target,
            "title": verdict.title,
            "outcome": verdict.outcome,
            "errors": verdict.errors,
            "words": shortened(verdict.words or "", LONGEST),
            "i": verdict.first_message,
        }
        for verdict in verdicts
    ]
