"""A finding in words for somebody who has never seen JSON. The page shows these first, and the technical ones below."""

from __future__ import annotations

from workbench.checks.findings import Finding
from workbench.checks.report import Report
from workbench.rules.plain_words import plain_sentence
from workbench.triage.tool_names import tool_of

_MOST_EVENTS = 2_000
"""To find the tool of a finding without an id, all calls and results are looked at. A long history does without."""


def plain_words(report: Report, finding: Finding) -> str:
    chat = report.journey.internal
    named = isinstance(finding.id, str) or len(chat.calls) + len(chat.results) <= _MOST_EVENTS
    return plain_sentence(finding.rule, tool_of(report, finding) if named else "")
