"""`check --output github`: workflow commands that GitHub shows as annotations in a pull request."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from workbench.checks.findings import Finding
from workbench.outputs.row import Row
from workbench.outputs.source_lines import lines_of
from workbench.outputs.visible import visible_lines
from workbench.readable_place import readable_place

_LEVELS = {"error": "error", "warning": "warning", "info": "notice"}


def github_report(rows: Iterable[Row]) -> Iterator[str]:
    for row in rows:
        if row.report is None:
            yield _command("error", {"file": row.file, "title": "unreadable"}, row.error or "")
            continue
        lines = lines_of(row)
        for finding in row.report.findings:
            place = lines.get(finding.at)
            properties: dict[str, object] = {"file": row.file}
            if place:
                properties |= {"line": place.line, "col": place.column}
            properties["title"] = f"{finding.code} {finding.rule}"
            yield _command(_LEVELS[finding.severity], properties, _message(finding, row))


def _message(finding: Finding, row: Row) -> str:
    assert row.report is not None
    place = readable_place(row.report.conversation, finding.at)
    parts = [f"{place}: {finding.text}"]
    if finding.provider_error:
        parts.append(f"{row.report.target.title} would say: {finding.provider_error}")
    if finding.fix:
        parts.append(f"Fix: {finding.fix.title}")
    return "\n".join(parts)


def _command(level: str, properties: dict[str, object], message: str) -> str:
    pairs = ",".join(f"{key}={_escaped_property(str(value))}" for key, value in properties.items())
    return f"::{level} {pairs}::{_escaped(visible_lines(message))}"


def _escaped(text: str) -> str:
    """Escape the characters that GitHub's runner unescapes in a message."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escaped_property(text: str) -> str:
    """Escape a property, in which the separators must be escaped too."""
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")
