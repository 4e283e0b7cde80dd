"""A rule's Bad example raises it, and others only where that is documented; its Good example raises nothing."""

from __future__ import annotations

import pytest

from workbench.checks.check import check
from workbench.checks.findings import Finding
from workbench.checks.report import Report
from workbench.conversation import Conversation
from workbench.detection import detected
from workbench.loading import load
from workbench.repairs.repair import repair
from workbench.rules import RULES, Example, Rule

EXAMPLES = [(rule, example) for rule in RULES.values() for example in rule.examples]
BAD = [(rule, example) for rule, example in EXAMPLES if example.kind == "Bad"]
GOOD = [(rule, example) for rule, example in EXAMPLES if example.kind == "Good"]


def name(value: object) -> str:
    return value.name if isinstance(value, Rule) else value.target if isinstance(value, Example) else str(value)


def conversation_of(example: Example) -> Conversation:
    return detected(load(example.expanded), target=example.target)


def checked(example: Example) -> Report:
    return check(conversation_of(example), example.target)


def serious(report: Report) -> list[Finding]:
    """What counts against a history; information about the way is no fault of it."""
    return [finding for finding in report.findings if finding.severity != "info"]


def test_every_rule_is_documented_with_both_examples() -> None:
    assert [rule.name for rule in RULES.values() if not rule.summary.endswith(".")] == []
    assert {tuple(example.kind for example in rule.examples) for rule in RULES.values()} == {("Bad", "Good")}


@pytest.mark.parametrize(("rule", "example"), BAD, ids=name)
def test_the_bad_example_raises_the_rule_and_nothing_else_than_documented(rule: Rule, example: Example) -> None:
    report = checked(example)
    assert rule.name in {finding.rule for finding in report.findings}
    others = {finding.rule for finding in serious(report)} - {rule.name}
    assert others <= set(rule.with_rules)


@pytest.mark.parametrize(("rule", "example"), GOOD, ids=name)
def test_the_good_example_raises_nothing(rule: Rule, example: Example) -> None:
    report = checked(example)
    assert rule.name not in {finding.rule for finding in report.findings}
    assert serious(report) == []


@pytest.mark.parametrize(("rule", "example"), [pair for pair in BAD if pair[0].fix], ids=name)
def test_the_fix_clears_the_rule_is_idempotent_and_raises_nothing_new(rule: Rule, example: Example) -> None:
    conversation = conversation_of(example)
    before = {finding.rule for finding in serious(check(conversation, example.target))}
    select = frozenset({rule.name, *rule.with_rules})
    once = repair(conversation, example.target, unsafe=True, select=select, mind_others=False)
    after = {finding.rule for finding in serious(check(once.conversation, example.target))}
    assert rule.name not in after
    assert after <= before
    twice = repair(once.conversation, example.target, unsafe=True, select=select, mind_others=False)
    assert twice.conversation.payload == once.conversation.payload


def test_codes_are_unique() -> None:
    codes = [rule.code for rule in RULES.values()]
    assert len(codes) == len(set(codes))
