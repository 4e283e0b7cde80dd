"""Ticked fixes pass the same guard as a repair: the page states what they would break before they are applied."""

from __future__ import annotations

from typing import Any

from workbench.checks.check import check
from workbench.checks.findings import Fix
from workbench.json.patch import remove
from workbench.json.text import compact
from workbench.loading import load
from workbench.repairs.repair import apply_fixes
from workbench.view.proposals import Proposal, propose
from workbench.view.repairs import PlanRow
from workbench.view.window import View

CALL = {"id": "call_1", "type": "function", "function": {"name": "look", "arguments": "{}"}}
ANSWERED: list[Any] = [
    {"role": "user", "content": "Where is it?"},
    {"role": "assistant", "content": None, "tool_calls": [CALL]},
    {"role": "tool", "tool_call_id": "call_1", "content": "Behind the shelf."},
    {"role": "user", "content": "Thank you."},
]


def test_a_ticked_fix_that_separates_a_pair_warns_before_it_is_applied() -> None:
    before = View(check(load(compact(ANSWERED).encode()), "openai"))
    fix = Fix("Leave out the result", (remove("/2"),), False, "")
    row = PlanRow(fix, "TC101", "tool-result-orphan", 2, "")
    after = View(check(apply_fixes(before.report.conversation, [fix], "openai"), "openai"))
    proposal = Proposal(before, [row], [row], after)
    assert proposal.outcome.splitlines()[1:3] == [
        "Careful: It would leave more errors for OpenAI than before.",
        "Careful: It would separate calls from their results: call_1.",
    ]


def test_all_safe_fixes_together_have_already_passed_the_guard() -> None:
    view = View(check(load(compact([*ANSWERED[:2], ANSWERED[3]]).encode()), "openai"))
    proposal = propose(view)
    assert [row.fix.title for row in proposal.chosen] == ["Add a result stating that none was recorded"]
    assert proposal.broken == ()
