"""The findings as plain text, for a ticket or a mail: who reads it has neither the page nor the file."""

from __future__ import annotations

from workbench.checks.report import Report
from workbench.outputs.row import Row
from workbench.outputs.text import text_report
from workbench.outputs.visible import shortened
from workbench.repairs.repair import with_fixes
from workbench.view.verdict import base_name, headline

_WIDTH = 110
_LONGEST_NAME = 200


def report_text(report: Report) -> str:
    """The verdict, then what `workbench check` prints. No file is looked up: the name is only a name."""
    name = shortened(base_name(report.conversation), _LONGEST_NAME)
    said = headline(report)
    lines = [said["text"], *([said["words"]] if said["words"] else []), ""]
    *told, _ = text_report([Row("", name, report=with_fixes(report))], _WIDTH)  # the last line counts what is said
    return "\n".join([*lines, *(text.plain for text in told)]).rstrip() + "\n"
