"""Describe a finding for a reader who has never seen JSON. The page shows this first, and the technical text below."""

from __future__ import annotations

from workbench.checks.findings import Finding
from workbench.checks.report import Report
from workbench.locating import Located
from workbench.rules.plain_words import plain_sentence
from workbench.targets import ERROR
from workbench.triage.tool_names import tool_of

_UNKNOWN_ERROR = "This error is not known here. The first problem in this conversation: "


def plain_words(report: Report, finding: Finding) -> str:
    return plain_sentence(finding.rule, tool_of(report, finding), is_certain=finding.severity == ERROR)


def plain_explanation(report: Report, located: Located) -> str:
    """Return what a provider's error means, in the words of the finding that the page lists for it.

    An explanation that names no rule has no codes, so it is plain already."""
    if located.finding is None:
        return plain_sentence(located.rule) if located.rule else located.sentence
    sentence = plain_words(report, _listed(report, located.finding))
    return sentence if located.rule else f"{_UNKNOWN_ERROR}{sentence}"


def _listed(report: Report, found: Finding) -> Finding:
    """Return the finding that the page lists for this one: the head of its cause.

    The error may have been located in the report of another target, so rule and place are compared."""
    place = (found.rule, found.at)
    causes = (cause for cause in report.causes if any((one.rule, one.at) == place for one in cause.findings))
    return next((cause.head for cause in causes), found)
