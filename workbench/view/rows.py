"""The rows on the screen: one cell per column for each internal message, with its marks, links and notes."""

from __future__ import annotations

from functools import cached_property

from workbench.checks.report import Report
from workbench.defects import RULE_NAME, Part, report_defect
from workbench.formats import FORMATS
from workbench.stages import Response
from workbench.view.chat import Chat
from workbench.view.drawn_rows import Cell, DrawnMessage, Note, RequestRow, Row
from workbench.view.file_column import FileRows
from workbench.view.journeys import Journeys, Place, RowJourney
from workbench.view.lines import Drawing, message_lines, pointer_of, role_keys
from workbench.view.request_rows import REQUEST_LEVEL, SYSTEM, TITLES, SettingsPart, parts_of, settings_cell, title_of
from workbench.view.responses import ReplayAnswer, response_at, response_lines
from workbench.view.row_notes import PlacedCause, RowNotes, worst
from workbench.view.threads import Threads
from workbench.view.unchanged_lines import without_unchanged

_TIME_KEYS = ("timestamp", "createdAt", "created_at", "time", "ts", "date")
_MAX_REMEMBERED = 4000


class Rows:
    """Draws rows of one checked conversation."""

    def __init__(self, report: Report, threads: Threads, journeys: Journeys, file: FileRows | None = None) -> None:
        self.report, self.threads, self.journeys, self.file = report, threads, journeys, file
        self.chat = Chat(report, threads)
        self.conversation = report.conversation
        self.stages = report.journey.stages
        self.notes = RowNotes(report)
        self._remembered: dict[int, Row] = {}

    def row(
        self, index: int, opened: frozenset[str] = frozenset(), live: ReplayAnswer | None = None, note: object = None
    ) -> Row:
        """Return a row. `opened` contains the unfolded `column:message:pointer` names. Plain rows are cached."""
        if opened or live is not None or note is not None:
            return self._draw(index, opened, live, note)
        if index not in self._remembered:
            if len(self._remembered) >= _MAX_REMEMBERED:
                self._remembered.clear()
            self._remembered[index] = self._draw(index, opened, live, note)
        return self._remembered[index]

    def _draw(self, index: int, opened: frozenset[str], live: ReplayAnswer | None, note: object) -> Row:
        """Return the row, or one that states why it could not be drawn."""
        try:
            return self._drawn_row(index, opened, live, note)
        except Exception as defect:  # noqa: BLE001 - a defect in one row leaves the others
            return self._empty_row(index, report_defect(Part.PAGE, "drawing this message", defect))

    def _empty_row(self, index: int, reason: str) -> Row:
        count = self.journeys.back_column + (1 if self.file is None else 2)
        cells: list[Cell] = [{"messages": []} for _ in range(count)]
        note: Note = {
            "cause": -1, "column": "internal", "code": Part.PAGE, "rule": RULE_NAME, "severity": "warning",
            "text": reason,
        }  # fmt: skip
        return {
            "index": index, "role": "", "time": "", "severity": "", "cells": cells, "links": [], "notes": [note],
        }  # fmt: skip

    def _drawn_row(self, index: int, opened: frozenset[str], live: ReplayAnswer | None, note: object) -> Row:
        message = self.conversation.messages[index]
        response = response_at(self.stages, index, live)
        journey = self.journeys.row(index, response)
        self._mark_added(index, journey)
        row: Row = {
            "index": index,
            "role": speaker(message),
            "time": time_of(message),
            "severity": self.notes.severity(index),
            "cells": [
                *self._column_cells(index, journey, opened),
                self._response_cell(index, response, journey, opened),
                self._back_cell(index, response, journey, opened),
                *self._file_cell(index, opened),
            ],
            "links": [
                *(self.file.links(index) if self.file else ()),
                *([key(step.source), key(step.target), step.how] for step in journey.steps),
            ],
            "notes": self.notes.at(index, note),
        }
        self._point_out(row, index)
        return row

    def _mark_added(self, index: int, journey: RowJourney) -> None:
        """Mark the values of a message that are not in its file; lost values stay marked as lost."""
        for path in self.file.stage.linked(index).added if self.file else ():
            journey.marks.setdefault((0, index), {}).setdefault(path, "invented")

    def _file_cell(self, index: int, opened: frozenset[str]) -> list[Cell]:
        if self.file is None:
            return []
        form = FORMATS[self.conversation.format]
        ids = self.threads.places(form.read(self.conversation.messages[index], index))
        return [self.file.cell(index, dict(ids), opened)]

    def chat_row(self, index: int, live: ReplayAnswer | None = None, note: object = None) -> Row:
        """Return the row for the chat view, with blocks instead of cells."""
        try:
            return self._chat_row(index, live, note)
        except Exception as defect:  # noqa: BLE001 - a defect in one row leaves the others
            return {**self._empty_row(index, report_defect(Part.PAGE, "drawing this message", defect)), "chat": []}

    def _chat_row(self, index: int, live: ReplayAnswer | None, note: object) -> Row:
        message = self.conversation.messages[index]
        row: Row = {
            "index": index,
            "role": speaker(message),
            "time": time_of(message),
            "severity": self.notes.severity(index),
            "cells": [],
            "links": [],
            "notes": self.notes.at(index, note),
            "chat": self.chat.blocks(index, self.notes.severities_at),
        }
        response = response_at(self.stages, index, live)
        is_assistant = self.report.journey.internal.roles[index] == "assistant"
        if response is not None and (not is_assistant or live is not None) and response.origin != "reconstructed":
            blocks = self.chat.answer(index, response, self.journeys.back_column)
            row["answer"] = {"origin": response.origin, "blocks": blocks}
        return row

    def request(self, opened: frozenset[str]) -> list[RequestRow]:
        """Return the rows of the request-level settings, with the findings that belong to no message."""
        columns = self.stages.columns
        causes_by_title: dict[str, list[PlacedCause]] = {}
        for index, causes in self.notes.causes.items():
            if not 0 <= index < len(self.conversation.messages):
                for cause in causes:
                    causes_by_title.setdefault(title_of(cause.finding, columns), []).append(cause)
        parts = [parts_of(column) for column in columns]
        used = {title for part in parts for title in TITLES if part[title].settings} | causes_by_title.keys()
        if any(self._request_level_messages):
            used.add(SYSTEM)
        shown = [title for title in TITLES if title in used]
        return [
            self._request_row(title, [part[title] for part in parts], causes_by_title.get(title, []), opened)
            for title in shown
        ]

    def _request_row(
        self, title: str, parts: list[SettingsPart], causes: list[PlacedCause], opened: frozenset[str]
    ) -> RequestRow:
        return {
            "title": title,
            "severity": worst(causes),
            "cells": [
                self._request_cell(
                    title, column, settings_cell(part, opened_in(opened, column, REQUEST_LEVEL), bool(causes)), opened
                )
                for column, part in enumerate(parts)
            ],
            "notes": self.notes.of_causes(causes),
        }

    def _request_cell(self, title: str, column: int, cell: Cell, opened: frozenset[str]) -> Cell:
        """Return the settings of a column, and the messages that a conversion created from the system prompt."""
        positions = self._request_level_messages[column] if title == SYSTEM else []
        drawn = [self._drawn(column, position, RowJourney((), {}), opened) for position in positions]
        return {**cell, "messages": [*cell["messages"], *drawn]}

    @cached_property
    def _request_level_messages(self) -> list[list[int]]:
        """Per column, the messages that do not come from a message of the previous column."""
        return [
            [position for position, sources in enumerate(column.sources) if not sources]
            for column in self.stages.columns
        ]

    def _column_cells(self, index: int, journey: RowJourney, opened: frozenset[str]) -> list[Cell]:
        cells: list[Cell] = []
        for column, positions in enumerate(self.stages.cells(index)):
            messages = [self._drawn(column, position, journey, opened) for position in positions]
            cells.append({"messages": messages} if messages else {"messages": [], "why": self._absent(column, index)})
        return cells

    def _drawn(self, column: int, position: int, journey: RowJourney, opened: frozenset[str]) -> DrawnMessage:
        form = FORMATS[self.stages.columns[column].format]
        message = self.stages.columns[column].messages[position]
        drawing = Drawing(
            self.threads.places(form.read(message, position)),
            journey.marks.get((column, position), {}),
            opened_in(opened, column, position),
        )
        return {"position": position, "lines": message_lines(message, drawing)}

    def _absent(self, column: int, index: int) -> str:
        """Return the reason why a row is empty in a column."""
        if column == 0:
            return ""
        if (first := self._merged_into[column].get(index)) is not None:
            return f"part of message {first}"
        return "sent outside the messages" if index in self._sent_as_settings[column] else "not sent"

    @cached_property
    def _merged_into(self) -> list[dict[int, int]]:
        """Per column, each message that was merged into an earlier one → the row that shows both."""
        return [
            {index: sources[0] for sources in column.sources if len(sources) > 1 for index in sources[1:]}
            for column in self.stages.columns
        ]

    @cached_property
    def _sent_as_settings(self) -> list[set[int]]:
        """Per column, the messages that were converted to request-level settings."""
        return [{index for sources in column.system_sources for index in sources} for column in self.stages.columns]

    def _response_cell(
        self, index: int, response: Response | None, journey: RowJourney, opened: frozenset[str]
    ) -> Cell:
        if response is None:
            return {"messages": []}
        column = self.journeys.response_column
        drawing = Drawing({}, journey.marks.get((column, index), {}), opened_in(opened, column, index))
        lines = response_lines(response.wire, response.body, drawing, self.threads)
        return {"messages": [{"position": index, "lines": lines}], "origin": response.origin}

    def _back_cell(self, index: int, response: Response | None, journey: RowJourney, opened: frozenset[str]) -> Cell:
        if response is None:
            return {"messages": []}
        column = self.journeys.back_column
        form = FORMATS[self.conversation.format]
        back = response.back
        places = {} if isinstance(back, list) else self.threads.places(form.read(back, index))
        drawing = Drawing(places, journey.marks.get((column, index), {}), opened_in(opened, column, index))
        lines = message_lines(back, drawing)
        if response.origin == "reconstructed":
            lines = without_unchanged(lines, self.conversation.messages[index], back)
        return {"messages": [{"position": index, "lines": lines}], "origin": response.origin}

    def _point_out(self, row: Row, index: int) -> None:
        """Give the exact values that findings of this row refer to their severity."""
        severities = self.notes.severities_at(index)
        if not severities:
            return
        for drawn in row["cells"][0]["messages"]:
            for line in drawn["lines"]:
                for segment in line["segments"]:
                    if segment.get("pointer") in severities and segment["kind"] != "key":
                        segment["severity"] = severities[segment["pointer"]]


def key(place: Place) -> str:
    """Return the name of a place on the screen."""
    return f"{place.column}:{place.message}:{pointer_of(place.path)}"


def opened_in(opened: frozenset[str], column: int, message: int) -> frozenset[str]:
    start = f"{column}:{message}:"
    return frozenset(name[len(start) :] for name in opened if name.startswith(start))


def speaker(message: object) -> str:
    """Return the role as written in the message."""
    if not isinstance(message, dict):
        return ""
    roles = (message.get(key) for key in (*role_keys(), "type", "kind"))
    return next((role[:24] for role in roles if isinstance(role, str)), "")


def time_of(message: object) -> str:
    """Return the time of the message, shortened to fit the gutter; empty if it has none."""
    if not isinstance(message, dict):
        return ""
    metadata = message.get("metadata")
    for holder in (message, metadata if isinstance(metadata, dict) else {}):
        for name in _TIME_KEYS:
            if isinstance(value := holder.get(name), str) and len(value) >= 16 and value[10:11] in ("T", " "):
                return value[11:16]
    return ""
