"""The findings as plain text, for a ticket, a mail or a failed test: the reader has neither the page nor the file."""

from __future__ import annotations

from workbench.checks.report import Report
from workbench.outputs.row import Row
from workbench.outputs.text import text_report
from workbench.outputs.visible import shortened

_WIDTH = 110
_LONGEST_NAME = 200


def findings_text(report: Report, name: str = "") -> str:
    """What `workbench check` prints. No file is looked up: the name is only a name."""
    row = Row("", shortened(name or report.conversation.name, _LONGEST_NAME), report=report)
    *lines, _ = text_report([row], _WIDTH)  # the last line is a summary of the counts
    return "\n".join(line.plain for line in lines).rstrip() + "\n"
