"""Describe a finding for a reader who has never seen JSON. The page shows this first, and the technical text below."""

from __future__ import annotations

from workbench.checks.findings import Finding
from workbench.checks.report import Report
from workbench.rules.plain_words import plain_sentence
from workbench.triage.tool_names import tool_of


def plain_words(report: Report, finding: Finding) -> str:
    return plain_sentence(finding.rule, tool_of(report, finding))
