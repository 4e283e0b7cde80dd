"""The columns of the table of cases, and the pandas frames for the page and the exports."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from workbench.checks.verdict import Outcome
from workbench.triage.case import Case
from workbench.triage.dates import to_the_minute
from workbench.triage.short_names import short_names

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True, slots=True)
class Column:
    key: str
    title: str
    value: Callable[[Case], object]
    kind: Literal["string", "Int64"] = "string"
    """The pandas type of the column, so that an empty table has the same types."""
    shown: Callable[[Case], object] | None = None
    """The text for a person, if it differs from the value."""
    note: str = ""
    """What a reader has to know about the values."""

    def cell(self, case: Case) -> object:
        return self.value(case) if self.shown is None else self.shown(case)


_SYMBOLS = {Outcome.REFUSED: "✖", Outcome.MAY_REFUSE: "▲", Outcome.ACCEPTED: "✓", Outcome.NOT_JUDGED: "?"}
"""A verdict also has a symbol, because colour alone is not enough."""
COLUMNS = (
    Column("name", "Conversation", lambda case: case.name),
    Column("source", "Source", lambda case: case.source),
    Column("when", "When", lambda case: case.when, shown=lambda case: to_the_minute(case.when)),
    Column("messages", "Messages", lambda case: case.messages, "Int64"),
    Column("calls", "Calls", lambda case: case.calls, "Int64"),
    Column("verdict", "Verdict", lambda case: f"{_SYMBOLS[case.outcome]} {case.outcome.replace('-', ' ')}"),
    Column("cause", "What happened", lambda case: case.cause),
    Column("first_bad", "First bad message", lambda case: case.first_bad, "Int64", note="counted from 0"),
    Column("fixable", "Safely fixable", lambda case: case.fixable),
    Column("refused_by", "Refused by", lambda case: ", ".join(case.refused_by)),
    Column("size", "Size (bytes)", lambda case: case.size, "Int64"),
    Column("tokens", "Recorded tokens", lambda case: case.tokens, "Int64"),
)
PAGE_COLUMNS = (COLUMNS[0], Column("title", "Title or first words", lambda case: case.title), *COLUMNS[1:])
"""The columns on the page. A report is sent to others, so it has no words of the user."""
_EXPORTED = (
    *(column for column in COLUMNS if column.key != "verdict"),
    Column("verdict", "Verdict", lambda case: case.outcome.value),
    Column("file", "File", lambda case: case.document),
    Column("number", "Number in the file", lambda case: case.number, "Int64"),
    Column("format", "Format", lambda case: case.format),
    Column("target", "Target", lambda case: case.target),
    Column("rule", "Rule", lambda case: case.rule),
    Column("fixes", "Fixes", lambda case: "; ".join(case.fixes)),
    Column("customer", "For the customer", lambda case: case.customer),
    Column("customer_repaired", "For the customer, after the repair", lambda case: case.customer_repaired),
    Column("engineer", "For the engineer", lambda case: case.engineer),
)


ORDERS: Mapping[str, Callable[[Case], tuple[object, ...]]] = {
    "worst first": lambda case: (),
    "newest first": lambda case: (not case.when, _later(to_the_minute(case.when))),
    "longest first": lambda case: (-case.messages,),
    "largest first": lambda case: (-case.size,),
    "by name": lambda case: (case.name.casefold(),),
}
"""What the rows of the page can be sorted by, with the sort key. The cases of a batch come with the worst first."""


def _later(when: str) -> tuple[int, ...]:
    """Return a sort key that puts later times first."""
    return tuple(-ord(character) for character in when)


def columns_with_values(columns: Sequence[Column], cases: Sequence[Case]) -> list[Column]:
    """Return the columns without those that are empty in every row, such as the time in files that have none."""
    return [column for column in columns if not cases or any(column.value(case) not in ("", None) for case in cases)]


def ordered(cases: Sequence[Case], order: str) -> list[Case]:
    """Return the cases in one of the `ORDERS`. Cases that are equal in it stay as they were."""
    return sorted(cases, key=ORDERS[order])


def table(cases: Sequence[Case]) -> pandas.DataFrame:
    """Return the table that the page shows, in the order of the cases. Names are as short as these cases allow."""
    frame = _frame({column: [column.cell(case) for case in cases] for column in PAGE_COLUMNS})
    names = short_names(case.name for case in cases)
    frame["name"] = [names[case.name] for case in cases]
    return frame


class KeptTable:
    """The rows of all cases of a batch, kept so that a filter or an order is quick."""

    def __init__(self) -> None:
        self._kept: tuple[Sequence[Case], pandas.DataFrame] | None = None

    def rows_of(self, cases: Sequence[Case], all_cases: Sequence[Case]) -> pandas.DataFrame:
        """Return the rows of some of the cases."""
        if self._kept is None or self._kept[0] is not all_cases:
            self._kept = (all_cases, table(all_cases))
        rows = self._kept[1]
        if cases is all_cases:
            return rows
        positions = {case.key: position for position, case in enumerate(all_cases)}
        return rows.take([positions[case.key] for case in cases]).reset_index(drop=True)


def export_table(cases: Sequence[Case]) -> pandas.DataFrame:
    """Return everything known about each case, for a program or a spreadsheet."""
    return _frame({column: [column.value(case) for case in cases] for column in _EXPORTED})


def matching(cases: Sequence[Case], query: str = "", **wanted: str) -> list[Case]:
    """Return the cases that contain every word of the query and have the wanted values. Empty matches everything."""
    filters = [(name, value) for name, value in wanted.items() if value]
    filtered = [case for case in cases if all(getattr(case, name) == value for name, value in filters)]
    terms = query.casefold().split()
    return [case for case in filtered if all(term in _text(case) for term in terms)] if terms else filtered


def _text(case: Case) -> str:
    return f"{case.name} {case.title} {case.cause} {case.source} {case.engineer}".casefold()


def _frame(columns: Mapping[Column, list[object]]) -> pandas.DataFrame:
    import pandas  # takes half a second to import

    return pandas.DataFrame({column.key: pandas.array(cells, dtype=column.kind) for column, cells in columns.items()})
