"""Line and column in the file of what the findings point at, for editors and annotations."""

from __future__ import annotations

from pathlib import Path

from workbench.origin import Origin
from workbench.outputs.row import Row
from workbench.outputs.text_places import Place, places_in_text

_LARGEST = 8 * 1024**2
"""Beyond this size nobody opens the file at a line, and looking for it would take seconds."""


def lines_of(row: Row) -> dict[str, Place]:
    """Line and column of everything the findings point at, where the file is JSON as it is; else nothing."""
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
    found = places_in_text(lines[line - 1], wanted) if line <= len(lines) else {}
    return {pointer: Place(line, place.column) for pointer, place in found.items()}


def _lines_in_source(row: Row, origin: Origin, wanted: set[str]) -> dict[str, Place]:
    """Through the way back into the file: by line where it is one of lines, else by looking into its text."""
    assert row.report is not None
    in_file = {pointer: row.report.conversation.in_file(pointer) for pointer in wanted}
    if not origin.lines:
        places = places_in_text(_text(row), in_file.values())
        return {pointer: places[there] for pointer, there in in_file.items() if there in places}
    numbers = {pointer: origin.line_of(there) for pointer, there in in_file.items()}
    return {pointer: Place(line, 1) for pointer, line in numbers.items() if line is not None}


def _text(row: Row) -> str:
    """The text of the file; empty where it is none, or too large to be looked through."""
    try:
        path = Path(row.file)
        if not path.is_file() or path.stat().st_size > _LARGEST:
            return ""
        return path.read_bytes().decode("utf-8-sig")
    except (OSError, ValueError):
        return ""


def _line_number(row: Row) -> int | None:
    """Of a conversation that is one line of a JSONL file, and named so: `chats.jsonl:7`."""
    suffix = (row.conversation or "").removeprefix(row.file + ":")
    return int(suffix) if row.conversation and suffix.isdecimal() else None
