"""One fault, one finding: drop a schema finding if a rule that knows the cause points at the same place."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.checks.findings import Finding

_ABOUT_WHOLE = ("TC", "RO", "LO", "RQ177")
"""Families and rules whose findings are about an entire message or setting, whatever it contains: they only hide
findings at the same place."""
_ABOUT_NEIGHBOURS = frozenset({"role-consecutive"})
"""Rules whose findings are about a message and its neighbour: they hide nothing that is wrong in the message."""


def without_repeated(findings: Sequence[Finding]) -> list[Finding]:
    """Return the findings without fallbacks at, right above or right below the place of another finding.

    Information hides nothing, because not every check looks for it.
    """
    if not any(finding.fallback for finding in findings):
        return list(findings)
    others = [
        finding
        for finding in findings
        if not finding.fallback and finding.severity != "info" and finding.rule not in _ABOUT_NEIGHBOURS
    ]
    near = {_place(finding) for finding in others if not finding.code.startswith(_ABOUT_WHOLE)}
    hidden = {_place(finding) for finding in others} | set(map(_above, near))
    return [
        finding
        for finding in findings
        if not (finding.fallback and (_place(finding) in hidden or _above(_place(finding)) in near))
    ]


_Place = tuple[bool, str]
"""Whether the place is in the converted request, and its pointer there or in the file."""


def _place(finding: Finding) -> _Place:
    """Return the place where the target sees the fault: after a conversion, the place in the file may be less exact.

    A finding about the file does not hide one about the converted request.
    """
    return finding.wire_at is not None, finding.wire_at or finding.at


def _above(place: _Place) -> _Place:
    is_wire, at = place
    return is_wire, at.rpartition("/")[0]
