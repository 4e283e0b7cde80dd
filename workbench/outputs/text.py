"""`check --output text`: findings in the style of a linter, grouped by cause, each value marked in its context."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from workbench.checks.findings import Cause, Finding
from workbench.checks.report import Report
from workbench.conversation import Conversation
from workbench.outputs.excerpt import Line, excerpt
from workbench.outputs.row import Row
from workbench.outputs.source_lines import lines_of
from workbench.outputs.text_places import Place
from workbench.outputs.verdict_sentence import counted, verdict_sentence
from workbench.outputs.visible import shortened, visible
from workbench.readable_place import readable_place
from workbench.targets.severities import Severity

STYLES: dict[Severity, str] = {"error": "bold red", "warning": "bold yellow", "info": "bold blue"}
_MAX_CAUSES = 50
_MAX_OTHERS = 6
_MAX_SENTENCE = 400


def text_report(rows: Sequence[Row], width: int) -> Iterator[Text]:
    """Yield a block for each file with something to report, then the summary."""
    for row in rows:
        if row.error is not None or len(rows) == 1 or _is_worth_showing(row):
            yield from _file(row, width)
    yield summary(rows)


def _is_worth_showing(row: Row) -> bool:
    report = row.report
    return report is not None and bool(
        report.findings
        or report.conversation.notes
        or report.conversation.refusal
        or report.conversation.detection.ambiguous
    )


def _file(row: Row, width: int) -> Iterator[Text]:
    report = row.report
    if report is None:
        yield Text.assemble(("error", STYLES["error"]), f": {visible(row.error or '')}\n")
        return
    yield _heading(row, report)
    for note in report.conversation.notes:
        yield Text.assemble(("note", "bold cyan"), f": {visible(shortened(note.text, _MAX_SENTENCE))}")
    yield from _recorded_refusal(report)
    lines = lines_of(row)
    for cause in report.causes[:_MAX_CAUSES]:
        yield from [_info_line(cause, report)] if cause.severity == "info" else _cause(cause, row, report, lines, width)
    if len(report.causes) > _MAX_CAUSES:
        yield Text(f"… and {len(report.causes) - _MAX_CAUSES} more causes; --output json lists them all.\n")
    yield verdict(report)
    yield Text("")


def _recorded_refusal(report: Report) -> Iterator[Text]:
    """Yield the refusal recorded in the file first: it is what the reader wants explained."""
    if not report.conversation.may_hold_refusal:
        return
    from workbench.locating.recorded import recorded_refusal  # loads every provider's phrases; few files need them

    refusal = recorded_refusal(report)
    if refusal is None:
        return
    yield Text.assemble(("recorded", STYLES["error"]), f": {visible(shortened(refusal.words, _MAX_SENTENCE))}")
    predicted = visible(shortened(refusal.predicted, _MAX_SENTENCE)) if refusal.predicted else "no refusal"
    yield Text.assemble(("predicted", "bold"), f": {predicted}")
    yield Text.assemble(("explained", "bold"), f": {visible(shortened(refusal.located.sentence, 2 * _MAX_SENTENCE))}")


def _heading(row: Row, report: Report) -> Text:
    detection = report.conversation.detection
    title = (visible(row.title), "bold")
    if not detection.recognised:
        unknown = f": {_origin(report.conversation)}no known format"
        return Text.assemble(title, unknown, (" (choose one with --format)", "dim"))
    dialect = f" {detection.dialect}" if detection.dialect else ""
    form = f"{detection.format}{dialect}, for {report.target.title}"
    heading = Text.assemble(title, f": {_origin(report.conversation)}{form}")
    if detection.ambiguous:
        others = ", ".join(name for name in detection.candidates if name != detection.format)
        heading.append(f" (ambiguous; could also be {others}: choose with --format or --target)", "dim")
    return heading


def _origin(conversation: Conversation) -> str:
    """Return the program and its remark, such as `Claude Code session, 3 branches, main one shown; `."""
    origin = conversation.origin
    return f"{', '.join(filter(None, (origin.title, origin.remark)))}; " if origin else ""


def _cause(cause: Cause, row: Row, report: Report, lines: dict[str, Place], width: int) -> Iterator[Text]:
    head = cause.head
    style = STYLES[cause.severity]
    yield Text("")
    yield Text.assemble(
        (f"{cause.severity}[{head.code}]", style),
        (f" {head.rule}", "bold"),
        f": {visible(shortened(head.text, _MAX_SENTENCE))}",
    )
    position = lines.get(head.at)
    file = f"{row.title}:{position.line}:{position.column}" if position and not row.conversation else row.title
    yield Text.assemble(("  --> ", "blue"), f"{visible(file)}  {visible(readable_place(report.conversation, head.at))}")
    yield from context_lines(excerpt(report.conversation, head.at, head.partner, max(40, width - 8)), style)
    for title, text in _remarks(cause, report):
        yield Text.assemble(("    = ", "blue"), (f"{title}: ", "bold"), text)


def _info_line(cause: Cause, report: Report) -> Text:
    head = cause.head
    place = visible(readable_place(report.conversation, head.at))
    more = f" (and {len(cause.findings) - 1} more)" if len(cause.findings) > 1 else ""
    sentence = f" {head.rule} at {place}: {visible(shortened(head.text, _MAX_SENTENCE))}{more}"
    return Text.assemble((f"info[{head.code}]", STYLES["info"]), sentence)


def context_lines(lines: Sequence[Line], style: str) -> Iterator[Text]:
    """Yield an excerpt with message numbers in its margin and marks under the marked values."""
    margin = max([4, *(len(str(line.number)) for line in lines if line.number is not None)])
    previous: int | None = None
    for line in lines:
        if previous is not None and line.number is not None and line.number > previous + 1:
            yield Text(" " * (margin - 3) + "...", "blue")
        number = "" if line.number is None else str(line.number)
        yield Text.assemble((f"{number:>{margin}} | ", "blue"), (line.text, "" if line.end > line.start else "dim"))
        if line.end > line.start:
            mark = (line.mark * (line.end - line.start), style if line.mark == "^" else "blue")
            yield Text.assemble((f"{'':>{margin}} | ", "blue"), " " * line.start, mark)
        previous = line.number


def _remarks(cause: Cause, report: Report) -> Iterator[tuple[str, str]]:
    """Yield title and text of a cause's remarks: the provider's message, the fix, the other findings."""
    provider_error = next((finding.provider_error for finding in cause.findings if finding.provider_error), None)
    if provider_error:
        verb = "would say" if cause.severity == "error" else "may say"
        yield f"{report.target.title} {verb}", visible(shortened(provider_error, _MAX_SENTENCE))
    if fix := next((finding.fix for finding in cause.findings if finding.fix), None):
        yield "fix" if fix.safe else "fix (unsafe, only with --unsafe)", visible(fix.title)
    others = [_brief(finding, report) for finding in cause.findings[1:]]
    if others:
        more = f" and {len(others) - _MAX_OTHERS} more" if len(others) > _MAX_OTHERS else ""
        yield "also", ", ".join(others[:_MAX_OTHERS]) + more


def _brief(finding: Finding, report: Report) -> str:
    return f"{finding.code} {finding.rule} at {visible(readable_place(report.conversation, finding.at))}"


def verdict(report: Report) -> Text:
    style = STYLES["error"] if report.verdict.refused else ""
    return Text.assemble("\n" if report.findings else "", (visible(verdict_sentence(report)), style))


def summary(rows: Sequence[Row]) -> Text:
    """Return a sentence such as `2 errors, 1 warning in 3 conversations; 1 file could not be judged.`

    It counts causes, as verdicts do.
    """
    severities = [cause.severity for row in rows if row.report for cause in row.report.causes]
    counts = [counted(severities.count(name), name) for name in STYLES if name in severities]
    unread = counted(sum(row.error is not None for row in rows), "file") + " could not be judged"
    read = {row.title for row in rows if row.error is None}
    sentence = f"{', '.join(counts) or 'Nothing found'} in {counted(len(read), 'conversation')}"
    if len(read) == len({row.title for row in rows}):
        return Text(f"{sentence}.")
    return Text(f"{sentence}; {unread}." if read else f"{unread}.")
