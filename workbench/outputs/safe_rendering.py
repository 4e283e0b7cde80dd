"""Render rows so that a defect in one of them becomes an error in its place and the others are still shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from workbench.defects import Part, report_defect
from workbench.outputs.row import Row

Block = TypeVar("Block")


def render_safely(name: str, render: Callable[[Sequence[Row]], Iterable[Block]], rows: Sequence[Row]) -> list[Block]:
    """Render all rows together; only if that fails, render each one alone to find the rows that fail."""
    try:
        return list(render(rows))
    except Exception:  # noqa: BLE001 - reported below, for the row that causes it
        return list(render([_row_or_error(name, render, row) for row in rows]))


def _row_or_error(name: str, render: Callable[[Sequence[Row]], Iterable[Block]], row: Row) -> Row:
    try:
        list(render([row]))
    except Exception as defect:  # noqa: BLE001 - a defect in one row must not hide the others
        return Row(row.file, row.conversation, error=report_defect(Part.OUTPUT, f"the output {name}", defect))
    return row
