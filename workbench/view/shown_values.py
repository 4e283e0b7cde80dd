"""Complete values of the cells on the screen, for the clipboard and for the reader."""

from __future__ import annotations

from collections.abc import Mapping

from workbench.checks.report import Report
from workbench.json.pointer import resolve
from workbench.json.text import Json, compact
from workbench.view.file_column import FileRows
from workbench.view.full_value import Reading, reading_of
from workbench.view.request_rows import REQUEST_LEVEL
from workbench.view.responses import ReplayAnswer, response_at


class ShownValues:
    """The values of one checked conversation, by column, message and pointer."""

    def __init__(self, report: Report, file: FileRows | None) -> None:
        self.stages, self.file = report.journey.stages, file

    def text(self, column: int, message: int, pointer: str, live: Mapping[int, ReplayAnswer] | None = None) -> str:
        """Return a complete value for the clipboard: a string unchanged, anything else as JSON."""
        try:
            value = self._value(column, message, pointer, live)
        except LookupError:  # the page referred to a value that is no longer shown
            return ""
        return value if isinstance(value, str) else compact(value)

    def reading(
        self, column: int, message: int, pointer: str, live: Mapping[int, ReplayAnswer] | None = None
    ) -> Reading | None:
        """Return a complete value for the reader; None if it no longer exists."""
        try:
            if self.file and column == self.file.column:
                return reading_of(self.file.value(message, pointer), "")
            return reading_of(self._message(column, message, live), pointer)
        except LookupError:
            return None

    def _value(self, column: int, message: int, pointer: str, live: Mapping[int, ReplayAnswer] | None) -> Json:
        if self.file and column == self.file.column:
            return self.file.value(message, pointer)
        return resolve(self._message(column, message, live), pointer)

    def _message(self, column: int, message: int, live: Mapping[int, ReplayAnswer] | None) -> Json:
        stages = self.stages
        if column < len(stages.columns) and message == REQUEST_LEVEL:
            return dict(stages.columns[column].settings)
        if column < len(stages.columns):
            return stages.columns[column].messages[message]
        response = response_at(stages, message, (live or {}).get(message))
        return ((response.body, response.back) if response else ())[column - len(stages.columns)]
