"""Write the verdict and the findings as plain text for a ticket."""

from __future__ import annotations

from workbench.checks.report import Report
from workbench.outputs.findings_text import findings_text
from workbench.repairs.fixes import with_fixes
from workbench.view.verdict import base_name, headline


def ticket_text(report: Report) -> str:
    summary = headline(report)
    lines = [summary["text"], *([summary["words"]] if summary["words"] else []), ""]
    return "\n".join([*lines, findings_text(with_fixes(report), base_name(report.conversation))])
