"""A row of every output: one conversation judged for one target, or a file that could not be read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from workbench.checks.report import Report
from workbench.checks.verdict import Outcome
from workbench.targets import ERROR


@dataclass(frozen=True, slots=True)
class Row:
    file: str
    conversation: str | None = None
    """The conversation's name, if the file contains several."""
    report: Report | None = None
    error: str | None = None
    """Why the file could not be read."""
    source: str | None = None
    """The source of a file that could not be read, if it is known."""

    @property
    def title(self) -> str:
        return self.conversation or self.file


def exit_code(rows: Iterable[Row]) -> int:
    """Return 2 if a file could not be read or was not judged, else 1 if there is an error, else 0."""
    code = 0
    for row in rows:
        if row.error is not None or (row.report and row.report.verdict.outcome is Outcome.NOT_JUDGED):
            return 2
        if row.report and any(finding.severity == ERROR for finding in row.report.findings):
            code = 1
    return code
