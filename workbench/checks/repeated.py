"""One fault, one finding: what the schema says of a place is left out where a rule that knows the cause speaks."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.checks.findings import Finding
from workbench.targets.severities import ERROR, INFO

_ABOUT_ORDER = ("TC", "RO", "LO")
"""Families whose findings are of a whole message and its neighbours: they hide only findings at the same place."""


def without_repeated(findings: Sequence[Finding]) -> list[Finding]:
    """The findings without fallbacks at, right above or right below a place that another finding points at.

    What is only information hides nothing: it is not looked for in every check. What is only doubted hides no error.
    """
    if not any(finding.fallback for finding in findings):
        return list(findings)
    others = [finding for finding in findings if not finding.fallback and finding.severity != INFO]
    of_errors = _Places([finding for finding in others if finding.severity == ERROR])
    of_any = _Places(others)
    return [
        finding
        for finding in findings
        if not (finding.fallback and (of_errors if finding.severity == ERROR else of_any).hide(_place(finding)))
    ]


class _Places:
    """The places that some findings point at."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        self._near = {_place(finding) for finding in findings if finding.code[:2] not in _ABOUT_ORDER}
        exact = {_place(finding) for finding in findings}
        self._hidden = exact | {place.rpartition("/")[0] for place in self._near}

    def hide(self, place: str) -> bool:
        return place in self._hidden or place.rpartition("/")[0] in self._near


def _place(finding: Finding) -> str:
    """Where the target sees it: after a conversion, the place in the file may be known less exactly."""
    return finding.wire_at or finding.at
