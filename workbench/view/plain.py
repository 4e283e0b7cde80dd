"""A finding in words for somebody who has never seen JSON. The page shows these first, and the technical ones below."""

from __future__ import annotations

from workbench.checks.findings import Finding
from workbench.checks.report import Report
from workbench.rules.plain_words import plain_sentence
from workbench.triage.tool_names import tool_of


def plain_words(report: Report, finding: Finding) -> str:
    return plain_sentence(finding.rule, tool_of(report, finding))
