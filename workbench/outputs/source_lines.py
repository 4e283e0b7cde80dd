"""Find the line and column in the file that a finding points at, for editors and annotations."""

from __future__ import annotations

from pathlib import Path

from workbench.origin import Origin
from workbench.outputs.row import Row
from workbench.outputs.text_places import Place, places_in_text

_MAX_BYTES = 8 * 1024**2
"""Nobody opens a larger file at a line, and finding the line would take seconds."""


def lines_of(row: Row) -> dict[str, Place]:
    """Return the line and column for each pointer of the findings; empty if the file is not plain JSON."""
    if row.report is None or not row.report.findings:
        return {}
    wanted = {pointer for finding in row.report.findings for pointer in (finding.at, finding.partner) if pointer}
    if (origin := row.report.conversation.origin) is not None:
        return _lines_in_source(row, origin, wanted)
    text = _text(row)
    line = _line_number(row)
    if line is None:
        return places_in_text(text, wanted)
    lines = text.split("\n")
    places = places_in_text(lines[line - 1], wanted) if line <= len(lines) else {}
    return {pointer: Place(line, place.column) for pointer, place in places.items()}


def _lines_in_source(row: Row, origin: Origin, wanted: set[str]) -> dict[str, Place]:
    """Return the places for pointers into an extracted conversation: by line number if known, else by search."""
    assert row.report is not None
    in_file = {pointer: row.report.conversation.in_file(pointer) for pointer in wanted}
    if not origin.lines:
        places = places_in_text(_text(row), in_file.values())
        return {pointer: places[file_pointer] for pointer, file_pointer in in_file.items() if file_pointer in places}
    numbers = {pointer: origin.line_of(file_pointer) for pointer, file_pointer in in_file.items()}
    return {pointer: Place(line, 1) for pointer, line in numbers.items() if line is not None}


def _text(row: Row) -> str:
    """Return the text of the file; empty if it is not text or too large to search."""
    try:
        path = Path(row.file)
        if not path.is_file() or path.stat().st_size > _MAX_BYTES:
            return ""
        return path.read_bytes().decode("utf-8-sig")
    except (OSError, ValueError):
        return ""


def _line_number(row: Row) -> int | None:
    """Return the line of a conversation in a JSONL file, which is part of its name: 7 for `chats.jsonl:7`."""
    suffix = (row.conversation or "").removeprefix(row.file + ":")
    return int(suffix) if row.conversation and suffix.isdecimal() else None
