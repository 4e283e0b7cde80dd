"""The border around an output: a conversation that it fails on is an error in its place, and the others are shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from workbench.defects import Part, report_defect
from workbench.outputs.row import Row

Block = TypeVar("Block")


def rendered(name: str, render: Callable[[Sequence[Row]], Iterable[Block]], rows: Sequence[Row]) -> list[Block]:
    """What the output gives for all rows. Only if it fails is it tried for each, to find out with which."""
    try:
        return list(render(rows))
    except Exception:  # noqa: BLE001 - whatever it is, it is reported for the row that it comes from
        return list(render([_shown_or_failed(name, render, row) for row in rows]))


def _shown_or_failed(name: str, render: Callable[[Sequence[Row]], Iterable[Block]], row: Row) -> Row:
    try:
        list(render([row]))
    except Exception as defect:  # noqa: BLE001 - as above
        return Row(row.file, row.conversation, error=report_defect(Part.OUTPUT, f"the output {name}", defect))
    return row
