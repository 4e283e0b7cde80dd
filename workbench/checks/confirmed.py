"""Errors of a program that decides by itself: what it throws is an error, what it does not throw is none.

A rule explains a fault better than the program does, so where both speak of one place the rule's finding is kept. What
rules find and the program takes is still worth a warning, without words: the API behind it may refuse it.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from workbench.checks.findings import Finding
from workbench.targets.contract import ERROR, WARNING, Target

THROWN = "sdk-message-invalid"


def confirmed(findings: list[Finding], target: Target) -> list[Finding]:
    faults = [finding for finding in findings if finding.rule == THROWN]
    thrown = _Thrown([fault for fault in faults if fault.severity == ERROR])
    others = [thrown.raised(finding, target) for finding in findings if finding.rule != THROWN]
    causes = {finding.cause for finding in others if finding.severity == ERROR and thrown.tells_of(finding)} - {""}
    kept = [
        finding
        if finding.as_given
        else thrown.worded(finding)
        if thrown.tells_of(finding) or finding.cause in causes
        else _lowered(finding)
        for finding in others
    ]
    errors = [finding for finding in kept if finding.severity == ERROR and finding.enforced and not finding.as_given]
    explained = _Explained(errors)
    return [*kept, *(fault for fault in faults if not explained.tell_of(fault))]


def _lowered(finding: Finding) -> Finding:
    return replace(finding, severity=WARNING, provider_error=None) if finding.severity == ERROR else finding


class _Thrown:
    """What the program throws, by message, by call and by place."""

    def __init__(self, faults: list[Finding]) -> None:
        self.messages = {fault.message_index: fault.provider_error for fault in reversed(faults)}
        self.calls = {repr(fault.id): fault.provider_error for fault in faults if fault.id is not None}
        self.places = {fault.at for fault in faults if fault.id is not None}

    def tells_of(self, finding: Finding) -> bool:
        """Whether the program throws for the same message, or for the same call."""
        if finding.message_index in self.messages or repr(finding.id) in self.calls:
            return True
        return finding.partner is not None and any(place in self.places for place in _holders(finding.partner))

    def worded(self, finding: Finding) -> Finding:
        """An error in the words that the program throws for its call, or else for its message."""
        words = self.calls.get(repr(finding.id)) or self.messages.get(finding.message_index)
        return replace(finding, provider_error=words) if words and finding.severity == ERROR else finding

    def raised(self, finding: Finding, target: Target) -> Finding:
        """A call that may just be running is an error for a program that does not wait."""
        waits = finding.severity == WARNING and target.rules.get(finding.rule) == ERROR
        return replace(finding, severity=ERROR) if waits and repr(finding.id) in self.calls else finding


class _Explained:
    """Errors that rules have found."""

    def __init__(self, errors: list[Finding]) -> None:
        self.causes = {error.cause for error in errors} - {""}
        self.calls = {repr(error.id) for error in errors if error.id is not None}
        self.partners = {place for error in errors if error.partner for place in _holders(error.partner)}
        self.places = {error.at for error in errors}
        self.around = {place for error in errors for place in _holders(error.at)}

    def tell_of(self, fault: Finding) -> bool:
        if fault.cause in self.causes or fault.at in self.around:
            return True
        if fault.id is not None and (repr(fault.id) in self.calls or fault.at in self.partners):
            return True
        return any(place in self.places for place in _holders(fault.at))


def _holders(pointer: str) -> Iterator[str]:
    """The pointer itself and those of all that it is inside of, but not of the whole document."""
    while pointer:
        yield pointer
        pointer = pointer.rpartition("/")[0]
