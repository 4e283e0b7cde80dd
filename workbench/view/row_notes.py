"""The notes and severities of a row: what findings, a recorded refusal and a replay report about a message."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, Literal, NamedTuple

from workbench.checks.findings import SEVERITIES, Finding
from workbench.checks.report import Report
from workbench.json.pointer import to_path, to_pointer
from workbench.outputs.verdict_sentence import counted
from workbench.outputs.visible import shortened
from workbench.targets.severities import Severity
from workbench.view.drawn_rows import Note
from workbench.view.plain_finding import plain_words
from workbench.view.protocol import Recorded
from workbench.view.refusal import recorded, refusal_note
from workbench.view.verdict import LONGEST

_MAX_NOTES = 4


class PlacedCause(NamedTuple):
    """A cause at one of its places: its number on the page, its severity, and the finding there."""

    number: int
    severity: Severity
    finding: Finding


class RowNotes:
    """The notes and severities of all rows of one checked conversation."""

    def __init__(self, report: Report) -> None:
        self.report, self.conversation = report, report.conversation
        self.causes: dict[int, list[PlacedCause]] = {}
        """Message → the causes that have a place in it."""
        for number, cause in enumerate(report.causes):
            severity = cause.severity
            for finding in cause.places:
                self.causes.setdefault(finding.message_index, []).append(PlacedCause(number, severity, finding))

    def severity(self, index: int) -> str:
        """Return the worst severity in a message; empty if nothing was found."""
        return worst(self.causes.get(index, ()))

    def at(self, index: int, replay_note: Any = None) -> list[Note]:
        """Return the notes of findings, of the recorded refusal and of a replay.

        A refusal in a replay that a finding predicts gets the finding's fix.
        """
        notes = [*self.of_causes(self.causes.get(index, ())), *self._recorded_at(index)]
        if not replay_note:
            return notes
        rule = replay_note["rule"]
        cause = next((own["cause"] for own in notes if rule and own["rule"] == rule), replay_note["cause"])
        with_fix: Note = replay_note | {"cause": cause}
        return [*notes, with_fix]

    def of_causes(self, causes: Sequence[PlacedCause]) -> list[Note]:
        has_conversion = len(self.report.journey.stages.columns) > 1
        shown = [cause for cause in causes if cause.severity != "info"]
        notes: list[Note] = [
            {
                "cause": number,
                "column": "converted" if finding.stage == "converted" and has_conversion else "internal",
                "code": finding.code,
                "rule": finding.rule,
                "severity": severity,
                "text": shortened(finding.text, LONGEST),
                "plain": plain_words(self.report, finding),
            }
            for number, severity, finding in shown[:_MAX_NOTES]
        ]
        rest = len(shown) - len(notes)
        return [*notes, _more_note(rest, worst(shown[_MAX_NOTES:]))] if rest > 0 else notes

    def _recorded_at(self, index: int) -> list[Note]:
        """Return the refusal that came with the file, if it refers to this message."""
        return [refusal_note(self.recorded)] if self.recorded and self.recorded["message_index"] == index else []

    @cached_property
    def recorded(self) -> Recorded | None:
        return recorded(self.report) if self.conversation.may_hold_refusal else None

    def severities_at(self, index: int) -> dict[str, str]:
        """Return the pointers in a message that findings refer to, with their severity."""
        start = to_path(self.conversation.pointer(index))
        severities: dict[str, str] = {}
        for finding in self._findings.get(index, ()) if index in self.causes else ():
            path = to_path(finding.at)
            if path[: len(start)] == start and len(path) > len(start):
                severities.setdefault(to_pointer(path[len(start) :]), finding.severity)
        return severities

    @cached_property
    def _findings(self) -> dict[int, list[Finding]]:
        findings_by_message: dict[int, list[Finding]] = {}
        for finding in self.report.findings:
            findings_by_message.setdefault(finding.message_index, []).append(finding)
        return findings_by_message


def _more_note(count: int, severity: str) -> Note:
    return {
        "cause": -1,
        "column": "internal",
        "code": "",
        "rule": "",
        "severity": severity,
        "text": f"… and {counted(count, 'more problem')} in this message, which the list above names",
    }


def worst(causes: Iterable[PlacedCause]) -> Severity | Literal[""]:
    return min((cause.severity for cause in causes), key=SEVERITIES.index, default="")
