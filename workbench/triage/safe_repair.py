"""Repair a conversation with safe fixes only, for its own program and for one whose conversion repairs less."""

from __future__ import annotations

from dataclasses import replace

from workbench.checks.report import Report
from workbench.checks.verdict import Outcome
from workbench.conversation import Conversation
from workbench.repairs.repair import Repaired, repair


def safe_repair(conversation: Conversation, target: str | None, known: Report | None = None) -> Repaired:
    """Return the repair, including faults that only some programs repair when they convert the history.

    The file does not show which program sends it. The page of the conversation offers the same fixes.
    """
    done = repair(conversation, target, mind_others=False, known=known)
    doubt = done.report.verdict.deciding
    if doubt is None or not doubt.healed:
        return done
    again = repair(done.conversation, target, select=frozenset({doubt.rule}), mind_others=False)
    is_better = again.report.verdict.outcome is Outcome.ACCEPTED
    return replace(again, applied=(*done.applied, *again.applied)) if is_better and again.applied else done
