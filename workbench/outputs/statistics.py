"""Count how often each rule is broken in many conversations: one line per rule, most frequent first."""

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
    """Return the counts as text or JSON. A cause counts once, however many findings it has."""
    causes: Counter[tuple[str, Severity]] = Counter()
    conversations: dict[tuple[str, Severity], set[int]] = {}
    for number, row in enumerate(rows):
        for cause in row.report.causes if row.report else ():
            key = (cause.head.rule, cause.severity)
            causes[key] += 1
            conversations.setdefault(key, set()).add(number)
    ordered = sorted(causes, key=lambda key: (SEVERITIES.index(key[1]), -causes[key], key[0]))
    unread = sum(row.error is not None for row in rows)
    if output == "json":
        statistics = [
            {"rule": rule, "severity": severity, "causes": causes[key], "conversations": len(conversations[key])}
            for key in ordered
            for rule, severity in [key]
        ]
        return indented({"conversations": len(rows), "unread": unread, "statistics": statistics})
    lines = [_line(*key, causes[key], len(conversations[key])) for key in ordered]
    return "\n".join([*lines, f"{counted(len(rows), 'conversation')}, {unread:,} could not be judged."])


def _line(rule: str, severity: Severity, causes: int, conversations: int) -> str:
    known = RULES.get(rule)
    description = f"{known.code} {rule}: {known.summary}" if known else rule
    return f"{causes:>7,}  {severity:<7}  {description} (in {counted(conversations, 'conversation')})"
