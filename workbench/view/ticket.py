"""Write a conversation's problems as text to paste: the findings for a ticket, or a paragraph for the customer."""

from __future__ import annotations

from workbench.checks.report import Report
from workbench.outputs.findings_text import findings_text
from workbench.repairs.fixes import with_fixes
from workbench.view.verdict import base_name, headline


def ticket_text(report: Report) -> str:
    summary = headline(report)
    lines = [summary["text"], *([summary["words"]] if summary["words"] else []), ""]
    return "\n".join([*lines, findings_text(with_fixes(report), base_name(report.conversation))])


def customer_text(report: Report) -> str:
    """Return the paragraph that Triage writes for the customer."""
    from workbench.triage.judging import judge  # imports the repairs, which the first screen does not need

    conversation = report.conversation
    return judge(conversation, base_name(conversation), 0, report.verdict.target or None).customer
