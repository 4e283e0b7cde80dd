"""Compared: the open version of a conversation and the other one, before or after a repair, as one list of rows.

Places of the open version have their usual names. Those of the other version start with `+`, so a click finds both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from workbench.json.pointer import list_index
from workbench.json.text import Json
from workbench.repairs.alignment import Entry, aligned
from workbench.view.comparison.blocks import Foreign, marked, merged_blocks
from workbench.view.comparison.lines import ADDED, STRUCK, Side, merged_cell, one_sided
from workbench.view.comparison.listing import ComparedListing
from workbench.view.comparison.notes import merged_notes, one_sided_notes
from workbench.view.drawn_rows import Cell, ChatBlock, Note, RequestRow, Row, Segment
from workbench.view.protocol import Window
from workbench.view.request_rows import TITLES
from workbench.view.responses import ReplayAnswer
from workbench.view.window import CHAT, Look, View, row_range

OTHER = "+"
"""Prefix of the name of a place in the version that is not open."""


class Compared:
    def __init__(self, before: View, after: View, own: View, fixes: Mapping[int, Sequence[Note]] | None = None) -> None:
        """`own` is the open version, whose indexes number the rows. `fixes` are notes on the fixes of each message."""
        self.before, self.after, self.own = before, after, own
        self._own_is_before = own is before
        self.other = after if self._own_is_before else before
        self.report = own.report
        self.fixes = fixes or {}
        entries = aligned(before.report.conversation.messages, after.report.conversation.messages)
        self._count = len(own.report.conversation.messages)
        self.listing = ComparedListing(entries, own.listing, self._own_is_before, self._count)
        self._sides = (self._side(before), self._side(after))
        self._foreign = (self._blocks_of(before), self._blocks_of(after))

    def window(
        self, look: Look, live: Mapping[int, ReplayAnswer] | None = None, notes: Mapping[int, Json] | None = None
    ) -> Window:
        rows = self.listing.rows(look.filter)
        first, last = row_range(look, len(rows))
        return {
            **self.own.frame(),
            "total": len(rows),
            "changes": len(self.listing.changes),
            "first": first,
            "rows": [self._row(look, index, live or {}, notes or {}) for index in rows[first:last]],
            "map": self.listing.marks(rows),
        }

    def request(self, opened: frozenset[str] = frozenset()) -> list[RequestRow]:
        """Return the request-level rows, merged cell by cell. A row that one version lacks is empty there."""
        either = opened | _of_other(opened)
        old, new = ({row["title"]: row for row in view.request(either)} for view in (self.before, self.after))
        return [
            self._merged_request(old.get(title), new.get(title)) for title in TITLES if title in old or title in new
        ]

    def _merged_request(self, before: RequestRow | None, after: RequestRow | None) -> RequestRow:
        own_row, other_row = (before, after) if self._own_is_before else (after, before)
        row = own_row or other_row
        assert row is not None
        empty: list[Cell] = [{"messages": []} for _ in row["cells"]]
        olds, news = (version["cells"] if version else empty for version in (before, after))
        cells = enumerate(zip(olds, news, strict=True))
        notes = merged_notes(before["notes"] if before else [], after["notes"] if after else [], self._own_is_before)
        merged = [merged_cell(old, new, self._sides, column) for column, (old, new) in cells]
        return {**row, "cells": merged, "notes": notes}

    def _row(self, look: Look, index: int, live: Mapping[int, ReplayAnswer], notes: Mapping[int, Json]) -> Row:
        entry = self.listing.entries[index]
        own_index, other_index = self._indexes(entry)
        own_row = (
            self.own.row(look, own_index, live.get(own_index), notes.get(own_index)) if own_index is not None else None
        )
        other_row = self.other.row(self._look_at_other(look, entry), other_index) if other_index is not None else None
        before, after = (own_row, other_row) if self._own_is_before else (other_row, own_row)
        if before is not None and after is not None:
            row = self._merged(before, after, look.view == CHAT)
            row["change"] = "changed" if entry.rewritten else ""
        else:
            row = self._alone(before, after, look.view == CHAT)
            row["change"] = "moved" if entry.moved is not None else STRUCK if after is None else ADDED
        row["index"] = index
        row["number"] = self._number(entry)
        if own_index is not None:
            row = self.own.with_gaps(row, look, own_index)
        fixes = self.fixes.get(own_index, ()) if own_index is not None else ()
        row["notes"] = [*row["notes"], *fixes]
        return row

    def _merged(self, before: Row, after: Row, chat: bool) -> Row:
        own_row, other_row = (before, after) if self._own_is_before else (after, before)
        row: Row = {
            **own_row,
            "notes": merged_notes(before["notes"], after["notes"], self._own_is_before),
        }
        if chat:
            row["chat"] = merged_blocks(before.get("chat", ()), after.get("chat", ()), self._foreign)
            return row
        cells = enumerate(zip(before["cells"], after["cells"], strict=True))
        row["cells"] = [
            old if self._is_file(column) else merged_cell(old, new, self._sides, column) for column, (old, new) in cells
        ]
        row["links"] = [*own_row["links"], *map(self._of_other_version, other_row["links"])]
        return row

    def _is_file(self, column: int) -> bool:
        """Whether a column is the file, which is the same for both versions."""
        return self.own.file is not None and column == self.own.file.column

    def _alone(self, before: Row | None, after: Row | None, chat: bool) -> Row:
        """Return the row of a message that the other version does not have, or has elsewhere."""
        number, alone = (0, before) if before is not None else (1, after)
        assert alone is not None
        own = (number == 0) == self._own_is_before
        side = self._sides[number]
        row: Row = {**alone, "notes": one_sided_notes(alone["notes"], solved=number == 0, own=own)}
        if chat:
            row["chat"] = [marked(block, side.change, self._foreign[number]) for block in alone.get("chat", ())]
            return row
        row["cells"] = [
            cell if self._is_file(column) else one_sided(cell, side, column)
            for column, cell in enumerate(alone["cells"])
        ]
        row["links"] = alone["links"] if own else [*map(self._of_other_version, alone["links"])]
        return row

    def _indexes(self, entry: Entry) -> tuple[int | None, int | None]:
        return (entry.before, entry.after) if self._own_is_before else (entry.after, entry.before)

    def _number(self, entry: Entry) -> str:
        """Return the text in the gutter: the number in the open version, or where the message comes from or goes to."""
        own_index, _ = self._indexes(entry)
        if entry.moved is not None and entry.before is None:
            return f"from {entry.moved}"
        return str(own_index) if own_index is not None else "new" if entry.before is None else f"was {entry.before}"

    def _look_at_other(self, look: Look, entry: Entry) -> Look:
        """Return a look that unfolds in the other version what is unfolded in the open one, so both stay comparable."""
        own_index, other_index = self._indexes(entry)
        opened = _of_other(look.opened)
        if own_index is not None and other_index is not None and look.opened:
            own_cells = (*self.own.report.journey.stages.cells(own_index), (own_index,), (own_index,))
            other_cells = (*self.other.report.journey.stages.cells(other_index), (other_index,), (other_index,))
            opened |= {name for name in look.opened if self._is_file(_column_of(name))}
            for column, (own_places, other_places) in enumerate(zip(own_cells, other_cells, strict=True)):
                for own_place, other_place in zip(own_places, other_places, strict=False):
                    start = f"{column}:{own_place}:"
                    same = (name.removeprefix(start) for name in look.opened if name.startswith(start))
                    opened |= {f"{column}:{other_place}:{pointer}" for pointer in same}
        return Look(opened=opened, view=look.view)

    def _side(self, view: View) -> Side:
        change = STRUCK if view is self.before else ADDED
        return Side(change, (lambda segment, place: segment) if view is self.own else self._foreign_segment)

    def _foreign_segment(self, segment: Segment, place: str) -> Segment:
        """Return a segment of the other version with its place there, and its id's thread in the open version."""
        foreign: Segment = {**segment}
        if "pointer" in segment:
            foreign["place"] = OTHER + place + segment["pointer"]
        if segment["kind"] == "id":
            foreign["whole"] = not self.other.threads.all[segment["thread"]].broken
            foreign.pop("thread")
            if (number := self.own.threads.number_of(segment["text"])) is not None:
                foreign["thread"] = number
        return foreign

    def _blocks_of(self, view: View) -> Foreign:
        return (lambda block: block) if view is self.own else self._foreign_block

    def _foreign_block(self, block: ChatBlock) -> ChatBlock:
        foreign: ChatBlock = {**block, "place": OTHER + block["place"]}
        if "id_place" in block:
            foreign["id_place"] = OTHER + block["id_place"]
        if "thread" in block:
            foreign["whole"] = not self.other.threads.all[block["thread"]].broken
            foreign.pop("thread")
            if (number := self.own.threads.number_of(block.get("tool_id"))) is not None:
                foreign["thread"] = number
        return foreign

    def _of_other_version(self, link: Any) -> Json:
        """Return a link of the other version; a source in the file is the same for both."""
        source, target, how = link
        return [source if self._is_file(_column_of(source)) else OTHER + source, OTHER + target, how]

    @property
    def first_problem(self) -> int | None:
        return self.own.first_problem

    def counterpart(self, index: int, from_own: bool) -> int | None:
        """Return the index of a message in the other version, or of the nearest one before it."""
        known = self._counterparts[0 if from_own else 1]
        return next((known[at] for at in range(index, -1, -1) if at in known), None)

    @cached_property
    def _counterparts(self) -> tuple[dict[int, int], dict[int, int]]:
        both = map(self._indexes, self.listing.entries.values())
        there = {own: other for own, other in both if own is not None and other is not None}
        return there, {other: own for own, other in there.items()}


def comparable(before: View, after: View) -> bool:
    """Whether every column has its counterpart in the other version: a fix may change the format."""
    return before.columns() == after.columns()


def _column_of(name: str) -> int:
    column = list_index(name.partition(":")[0])
    return -1 if column is None else column


def _of_other(opened: frozenset[str]) -> frozenset[str]:
    return frozenset(name.removeprefix(OTHER) for name in opened if name.startswith(OTHER))
