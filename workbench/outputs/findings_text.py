"""Write findings as plain text for a ticket, an e-mail or a failed test, whose reader does not have the file."""

from __future__ import annotations

from workbench.checks.report import Report
from workbench.outputs.row import Row
from workbench.outputs.text import text_report
from workbench.outputs.visible import shortened

_WIDTH = 110
_MAX_NAME = 200


def findings_text(report: Report, name: str = "") -> str:
    """Return what `workbench check` prints. `name` is only shown; no file is opened."""
    row = Row("", shortened(name or report.conversation.name, _MAX_NAME), report=report)
    *lines, _ = text_report([row], _WIDTH)  # the last line is a summary of the counts
    return "\n".join(line.plain for line in lines).rstrip() + "\n"
