"""Adjust findings to a program that validates by itself: only what it throws is an error.

A rule explains a fault better than the program does, so if both report the same place, the rule's finding stays. A
fault that rules find but the program accepts becomes a warning without an error text: the API that the program calls
may refuse it.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from workbench.checks.findings import Finding
from workbench.targets.contract import ERROR, WARNING, Target

THROWN = "sdk-message-invalid"
UNCONVERTED = "ui"
"""The cause of what is thrown for a UI message in the place of a model message."""


def confirmed(findings: list[Finding], target: Target) -> list[Finding]:
    faults = [finding for finding in findings if finding.rule == THROWN]
    thrown = _Thrown([fault for fault in faults if fault.severity == ERROR])
    others = [thrown.raised(finding, target) for finding in findings if finding.rule != THROWN]
    causes = {finding.cause for finding in others if finding.severity == ERROR and thrown.covers(finding)} - {""}
    adjusted = [
        finding
        if finding.as_given
        else thrown.worded(finding)
        if thrown.covers(finding) or finding.cause in causes
        else _lowered(finding)
        for finding in others
    ]
    errors = [
        finding for finding in adjusted if finding.severity == ERROR and finding.enforced and not finding.as_given
    ]
    explained = _Explained(errors)
    return [*adjusted, *(fault for fault in faults if not explained.covers(fault))]


def _lowered(finding: Finding) -> Finding:
    return replace(finding, severity=WARNING, provider_error=None) if finding.severity == ERROR else finding


class _Thrown:
    """The errors that the program throws, by message, by call and by place."""

    def __init__(self, faults: list[Finding]) -> None:
        self.messages = {fault.message_index: fault.provider_error for fault in reversed(faults)}
        self.calls = {repr(fault.id): fault.provider_error for fault in faults if fault.id is not None}
        self.places = {fault.at for fault in faults if fault.id is not None}
        self.unconverted = {fault.message_index for fault in faults if fault.cause == UNCONVERTED}

    def covers(self, finding: Finding) -> bool:
        """Whether the program throws for the same message, or for the same call."""
        if finding.message_index in self.messages or repr(finding.id) in self.calls:
            return True
        return finding.partner is not None and any(place in self.places for place in _holders(finding.partner))

    def worded(self, finding: Finding) -> Finding:
        """Return an error with the text that the program throws for its call, or else for its message.

        If the program throws only because a message is not converted yet, a fault of one of its calls keeps the text
        that follows after the conversion.
        """
        if finding.id is not None and finding.provider_error and finding.message_index in self.unconverted:
            return finding
        thrown = self.calls.get(repr(finding.id)) or self.messages.get(finding.message_index)
        return replace(finding, provider_error=thrown) if thrown and finding.severity == ERROR else finding

    def raised(self, finding: Finding, target: Target) -> Finding:
        """Return the finding as an error if it is a pending call that the program throws for."""
        waits = finding.severity == WARNING and target.rules.get(finding.rule) == ERROR
        return replace(finding, severity=ERROR) if waits and repr(finding.id) in self.calls else finding


class _Explained:
    """The errors that rules found, which explain what the program throws."""

    def __init__(self, errors: list[Finding]) -> None:
        self.causes = {error.cause for error in errors} - {""}
        self.calls = {repr(error.id) for error in errors if error.id is not None}
        self.partners = {place for error in errors if error.partner for place in _holders(error.partner)}
        self.places = {error.at for error in errors}
        self.around = {place for error in errors for place in _holders(error.at)}

    def covers(self, fault: Finding) -> bool:
        """Whether a rule's error has the same cause, place or call as a thrown fault."""
        if fault.cause in self.causes or fault.at in self.around:
            return True
        if fault.id is not None and (repr(fault.id) in self.calls or fault.at in self.partners):
            return True
        return any(place in self.places for place in _holders(fault.at))


def _holders(pointer: str) -> Iterator[str]:
    """Yield the pointer itself and those of all values around it, except the entire document."""
    while pointer:
        yield pointer
        pointer = pointer.rpartition("/")[0]
