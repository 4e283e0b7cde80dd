"""How often each rule speaks over many conversations: one line each, the most frequent first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from workbench.checks.findings import SEVERITIES
from workbench.outputs.as_json import indented
from workbench.outputs.row import Row
from workbench.outputs.verdict_sentence import counted
from workbench.rules import RULES
from workbench.targets.severities import Severity


def statistics_report(rows: Sequence[Row], output: str) -> str:
    """As text or JSON. A cause is counted once however many places it shows in."""
    often: Counter[tuple[str, Severity]] = Counter()
    where: dict[tuple[str, Severity], set[int]] = {}
    for number, row in enumerate(rows):
        for cause in row.report.causes if row.report else ():
            key = (cause.head.rule, cause.severity)
            often[key] += 1
            where.setdefault(key, set()).add(number)
    ordered = sorted(often, key=lambda key: (SEVERITIES.index(key[1]), -often[key], key[0]))
    unread = sum(row.error is not None for row in rows)
    if output == "json":
        lines = [
            {"rule": rule, "severity": severity, "causes": often[key], "conversations": len(where[key])}
            for key in ordered
            for rule, severity in [key]
        ]
        return indented({"conversations": len(rows), "unread": unread, "statistics": lines})
    text = [_line(rule, severity, often[rule, severity], len(where[rule, severity])) for rule, severity in ordered]
    return "\n".join([*text, f"{counted(len(rows), 'conversation')}, {unread:,} could not be read."])


def _line(rule: str, severity: Severity, causes: int, conversations: int) -> str:
    known = RULES.get(rule)
    about = f"{known.code} {rule}: {known.summary}" if known else rule
    return f"{causes:>7,}  {severity:<7}  {about} (in {counted(conversations, 'conversation')})"
