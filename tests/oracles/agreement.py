"""How often the workbench and an oracle give the same answer, and about what they differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from tests.oracles.histories import History
from workbench.checks.check import check
from workbench.checks.report import Report
from workbench.conversation import Conversation
from workbench.detection import detected

BASE, MUTANTS = 0.995, 0.97
"""The least share of equal answers, on healthy histories and samples and on broken ones."""


class Difference(NamedTuple):
    history: History
    we_refuse: bool
    words: str
    """What the oracle says, or why we refuse what it takes."""
    format: str
    """What the workbench took the messages for."""


class Agreement(NamedTuple):
    asked: int
    differences: list[Difference]

    @property
    def share(self) -> float:
        return 1 - len(self.differences) / max(1, self.asked)

    def told(self) -> str:
        """The commonest differences, each with one history."""
        classes = Counter((row.we_refuse, row.words[:90], row.format) for row in self.differences)
        examples = {(row.we_refuse, row.words[:90], row.format): row.history for row in self.differences}
        lines = [f"{self.share:.1%} of {self.asked}"]
        for key, count in classes.most_common(6):
            who = "we alone refuse" if key[0] else "it alone refuses"
            lines.append(f"{count} x {who} ({key[2]}): {key[1]} | {examples[key].name}: {examples[key].messages}"[:600])
        return "\n".join(lines)


def report_for(messages: list[Any], target: str) -> Report:
    """As `workbench check --target` sees a file that holds these messages."""
    conversation = detected(Conversation("asked", messages, messages), target=target)
    return check(conversation, target, with_information=False, exact=False)


def agreement(histories: Sequence[History], target: str, refusals: Iterable[str | None]) -> Agreement:
    """Our verdicts beside the refusals of an oracle, one for each history."""
    differences = []
    for history, refusal in zip(histories, refusals, strict=True):
        report = report_for(history.messages, target)
        if report.verdict.refused != (refusal is not None):
            words = refusal or ", ".join(sorted({finding.rule for finding in report.errors}))
            differences.append(Difference(history, report.verdict.refused, words, report.conversation.format))
    return Agreement(len(histories), differences)
