"""`check --target all --output text`: would it pass? One line per target."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.table import Table
from rich.text import Text

from workbench.checks.check import Report
from workbench.outputs.place import message_in_words
from workbench.outputs.row import Row
from workbench.outputs.text import STYLES
from workbench.outputs.visible import shortened, visible

_WORDS = 160


def matrix_report(rows: Sequence[Row]) -> Iterator[Table | Text]:
    for title, group in groupby(rows, key=lambda row: row.title):
        members = list(group)
        if members[0].error is not None:
            yield Text.assemble(("error", STYLES["error"]), f": {visible(members[0].error)}")
            continue
        table = Table(title=Text(visible(title), "bold"), title_justify="left", box=None, pad_edge=False)
        for heading in ("target", "verdict", "from", "rules", "in its words"):
            table.add_column(heading, overflow="fold")
        for row in members:
            if row.report is not None:
                table.add_row(*_cells(row.report))
        yield table


def _cells(report: Report) -> list[Text]:
    dead = report.first_invalid_message
    place = message_in_words(report.conversation, dead) if dead is not None else ""
    codes = dict.fromkeys(finding.code for finding in report.errors)
    words = visible(shortened(report.provider_error or "", _WORDS))
    verdict = Text("refused", STYLES["error"]) if report.refused else Text("accepted", "green")
    return [Text(report.target.name), verdict, Text(visible(place)), Text(" ".join(codes)), Text(words)]
