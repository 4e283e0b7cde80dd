"""Write the verdict as one sentence, the same on the command line, in the preflight and on the page."""

from __future__ import annotations

from workbench.checks.report import Report
from workbench.checks.verdict import Outcome, Verdict
from workbench.targets.contract import ERROR

LABELS = {
    Outcome.REFUSED: "would refuse",
    Outcome.MAY_REFUSE: "may refuse",
    Outcome.ACCEPTED: "would accept",
    Outcome.NOT_JUDGED: "not judged",
}


def verdict_sentence(report: Report, this: str = "this") -> str:
    """Return the verdict as a sentence; `this` is the word for the conversation."""
    verdict = report.verdict
    if verdict.outcome is Outcome.NOT_JUDGED:
        return f"Not judged: {verdict.reason}"
    converted = f" after conversion to {verdict.converted_to}" if verdict.converted_to else ""
    start = f"{verdict.title} {LABELS[verdict.outcome]} {this}{converted}"
    if verdict.must_be_converted:
        then = LABELS[verdict.after_conversion or Outcome.ACCEPTED]
        return f"{start} as it is. Converted to {report.target.formats[0]} first, {verdict.title} {then} it."
    if verdict.is_answered:
        return f"{verdict.title} accepted {this}: the file has its answer, which contradicts {_counts(verdict)}."
    if verdict.refused:
        return f"{start}: {_counts(verdict)}{_where(report)}."
    if verdict.errors:
        return f"{start}, but the conversion has {_counts(verdict)}."
    with_warnings = f"{': ' if verdict.outcome is Outcome.MAY_REFUSE else ', with '}{_counts(verdict)}"
    depends = f" It depends on {verdict.depends_on}." if verdict.depends_on else ""
    return f"{start}{with_warnings if verdict.warnings else ''}.{depends}"


def label(verdict: Verdict) -> str:
    """Return the outcome in one or two words."""
    return "convert first" if verdict.must_be_converted else str(verdict.outcome).replace("-", " ")


def table_label(verdict: Verdict) -> str:
    """Return the outcome for a table of targets, which also shows for whom the history has to be converted."""
    return f"{label(verdict)}{', converted' if verdict.converted_to else ''}"


def counted(number: int, word: str) -> str:
    return f"{number:,} {word if number == 1 else _PLURALS.get(word, f'{word}s')}"


_PLURALS = {"info": "info", "fix": "fixes"}


def _counts(verdict: Verdict) -> str:
    return counted(verdict.errors, "error") if verdict.errors else counted(verdict.warnings, "warning")


def _where(report: Report) -> str:
    """Return where the first error was made; empty if it concerns the entire request or there is only one message.

    A provider may report it at a later message, which only its own error message names.
    """
    verdict, count = report.verdict, len(report.conversation.messages)
    if verdict.made_at is None or count < 2 or not 0 <= verdict.made_at < count:
        return ""
    places = sum(len(cause.places) for cause in report.causes if cause.severity == ERROR)
    several = f" in {places:,} places" if places > verdict.errors else ""
    return f"{several}, first at message {verdict.made_at}"
