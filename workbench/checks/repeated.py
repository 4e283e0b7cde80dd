"""One fault, one finding: what the schema says of a place is left out where a rule that knows the cause speaks."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.checks.findings import Finding

_ABOUT_ORDER = ("TC", "RO", "LO")
"""Families whose findings are of a whole message and its neighbours: they hide only findings at the same place."""


def without_repeated(findings: Sequence[Finding]) -> list[Finding]:
    """The findings without fallbacks at, right above or right below a place that another finding points at.

    What is only information hides nothing: it is not looked for in every check.
    """
    if not any(finding.fallback for finding in findings):
        return list(findings)
    others = [finding for finding in findings if not finding.fallback and finding.severity != "info"]
    near = {_place(finding) for finding in others if finding.code[:2] not in _ABOUT_ORDER}
    hidden = {_place(finding) for finding in others} | set(map(_above, near))
    return [
        finding
        for finding in findings
        if not (finding.fallback and (_place(finding) in hidden or _above(_place(finding)) in near))
    ]


_Place = tuple[bool, str]
"""Whether it is a place in the request that a conversion made, and its pointer there or in the file."""


def _place(finding: Finding) -> _Place:
    """Where the target sees it: after a conversion, the place in the file may be known less exactly.

    A finding about the file as given hides none about the request that was made of it.
    """
    return finding.wire_at is not None, finding.wire_at or finding.at


def _above(place: _Place) -> _Place:
    is_wire, at = place
    return is_wire, at.rpartition("/")[0]
