"""`check --target all --output text`: a table of verdicts, one line per target."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.table import Table
from rich.text import Text

from workbench.checks.report import Report
from workbench.checks.verdict import Outcome
from workbench.outputs.row import Row
from workbench.outputs.text import STYLES
from workbench.outputs.verdict_sentence import table_label
from workbench.outputs.visible import shortened, visible
from workbench.readable_place import readable_message

_MAX_MESSAGE = 160
_STYLES = {
    Outcome.REFUSED: STYLES["error"],
    Outcome.MAY_REFUSE: STYLES["warning"],
    Outcome.ACCEPTED: "green",
    Outcome.NOT_JUDGED: "dim",
}


def matrix_report(rows: Sequence[Row]) -> Iterator[Table | Text]:
    for title, group in groupby(rows, key=lambda row: row.title):
        verdicts = list(group)
        if verdicts[0].error is not None:
            yield Text.assemble(("error", STYLES["error"]), f": {visible(verdicts[0].error)}")
            continue
        table = Table(title=Text(visible(title), "bold"), title_justify="left", box=None, pad_edge=False)
        for heading in ("target", "verdict", "noticed at", "rules", "error message"):
            table.add_column(heading, overflow="fold")
        for row in verdicts:
            if row.report is not None:
                table.add_row(*_cells(row.report))
        yield table


def _cells(report: Report) -> list[Text]:
    verdict = report.verdict
    first = verdict.first_message
    place = readable_message(report.conversation, first) if first is not None else ""
    codes = dict.fromkeys(finding.code for finding in report.errors)
    message = visible(shortened(verdict.words or verdict.reason, _MAX_MESSAGE))
    outcome = Text(table_label(verdict), _STYLES[verdict.outcome])
    return [Text(report.target.name), outcome, Text(visible(place)), Text(" ".join(codes)), Text(message)]
