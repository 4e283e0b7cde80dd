"""Line and column in the file of what the findings point at, for editors and annotations."""

from __future__ import annotations

from pathlib import Path

from workbench.outputs.row import Row
from workbench.outputs.text_places import Place, places_in_text

_LARGEST = 8 * 1024**2
"""Beyond this size nobody opens the file at a line, and looking for it would take seconds."""


def lines_of(row: Row) -> dict[str, Place]:
    """Line and column of everything the findings point at, where the file is JSON as it stands; else nothing."""
    if row.report is None or not row.report.findings:
        return {}
    wanted = {pointer for finding in row.report.findings for pointer in (finding.at, finding.partner) if pointer}
    try:
        path = Path(row.file)
        if not path.is_file() or path.stat().st_size > _LARGEST:
            return {}
        text = path.read_bytes().decode("utf-8-sig")
    except (OSError, ValueError):
        return {}
    line = _line_number(row)
    if line is None:
        return places_in_text(text, wanted)
    lines = text.split("\n")
    found = places_in_text(lines[line - 1], wanted) if line <= len(lines) else {}
    return {pointer: Place(line, place.column) for pointer, place in found.items()}


def _line_number(row: Row) -> int | None:
    """Of a conversation that is one line of a JSONL file, and named so: `chats.jsonl:7`."""
    suffix = (row.conversation or "").removeprefix(row.file + ":")
    return int(suffix) if row.conversation and suffix.isdecimal() else None
