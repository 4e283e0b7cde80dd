"""A rule that names an occasion finds nothing without it: asking it less often changes no finding."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.rules.test_examples import EXAMPLES, checked, name
from workbench.checks.chat import Chat
from workbench.checks.check import check
from workbench.checks.report import Report
from workbench.json.text import Json, compact
from workbench.loading import load
from workbench.mutations import MUTATIONS, Mutation, inject
from workbench.rules import RULES, Example, Rule
from workbench.rules.occasions import CONDITIONS, has_unusual_pairs, may_be_present
from workbench.samples import Sample, samples
from workbench.targets import TARGETS as RECEIVERS
from workbench.targets import Target

WITH_OCCASION = [rule for rule in RULES.values() if rule.occasion is not None]
TARGETS = ("openai", "openai-responses", "anthropic", "gemini", "bedrock", "mistral", "ai@4", "ai@5", "a2a-sdk@1")


def missed(report: Report) -> list[str]:
    """The rules that find something although their occasion is not there."""
    return [rule.name for rule in WITH_OCCASION if _misses(rule, report)]


def _misses(rule: Rule, report: Report) -> bool:
    assert rule.occasion is not None
    journey, target = report.journey, report.target
    chats: list[object] = [journey.internal] if rule.on == "file" else [journey.judged, journey.internal]
    read = [journey] if rule.on == "route" else chats
    return any(list(rule.check(one, target)) for one in read if not rule.occasion(one, target))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.file)
def test_no_rule_misses_anything_in_a_sample(sample: Sample, target: str) -> None:
    assert missed(check(sample.load(), target)) == []


@pytest.mark.parametrize(("rule", "example"), EXAMPLES, ids=name)
def test_no_rule_misses_anything_in_an_example(rule: Rule, example: Example) -> None:
    assert missed(checked(example)) == []


def test_cache_marks_that_are_only_inside_a_block_are_an_occasion() -> None:
    marks: list[Json] = [{"type": "ephemeral"}, {"type": "ephemeral", "ttl": "1h"}]
    parts = [{"type": "text", "text": "found", "cache_control": mark} for mark in marks]
    block = {"type": "search_result", "source": "a.txt", "title": "a", "content": parts}
    report = check(load(compact([{"role": "user", "content": [block]}]).encode()), "anthropic")
    assert "cache-ttl-order" in {finding.rule for finding in report.findings}


def test_a_field_of_a_preview_in_a_block_is_an_occasion_without_any_setting() -> None:
    block = {"type": "text", "text": "Hello", "cache_control": {"type": "ephemeral", "scope": "global"}}
    report = check(load(compact([{"role": "user", "content": [block]}]).encode()), "anthropic")
    assert "preview-not-named" in {finding.rule for finding in report.findings}


def test_every_field_of_a_preview_is_a_setting_or_a_field_of_a_block() -> None:
    """The occasion of its rule looks nowhere else."""
    patterns = [pattern for target in RECEIVERS.values() for pattern in target.request.preview_fields]
    in_messages = [pattern for pattern in patterns if pattern.startswith("messages[]")]
    assert [pattern for pattern in in_messages if not pattern.startswith("messages[].content[].")] == []


@pytest.mark.parametrize("fault", MUTATIONS.values(), ids=lambda fault: fault.name)
def test_no_rule_misses_anything_in_a_conversation_that_was_broken_on_purpose(fault: Mutation) -> None:
    broken = [inject(sample.load(), fault, seed) for sample in samples() for seed in range(2)]
    assert [name for one in broken if one is not None for name in missed(check(one.conversation))] == []


def test_of_the_rules_about_pairs_only_those_that_find_something_run() -> None:
    result = {"role": "tool", "tool_call_id": "call_9", "content": "a.txt"}
    report = check(load(compact([result, {"role": "user", "content": "Next."}]).encode()), "openai")
    about_pairs = ("TC101", "TC102", "TC103", "TC104", "TC105", "TC114")
    rules = [rule for rule in WITH_OCCASION if rule.code in about_pairs or rule.name == "tool-id-mismatch"]
    present = [rule.name for rule in rules if rule.occasion and rule.occasion(report.journey.judged, report.target)]
    assert present == ["tool-result-orphan", "history-trimmed-mid-pair"]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.file)
def test_no_occasion_is_present_without_its_condition_or_for_a_target_that_rules_it_out(
    sample: Sample, target: str
) -> None:
    report = check(sample.load(), target)
    journey, receiver = report.journey, report.target
    for rule in WITH_OCCASION:
        occasion = rule.occasion
        assert occasion is not None
        for one in [journey] if rule.on == "route" else [journey.judged, journey.internal]:
            if occasion(one, receiver):
                condition = CONDITIONS.get(occasion)
                assert condition is None or condition(one, receiver), rule.name
                assert may_be_present(occasion, receiver), rule.name


def test_a_healthy_history_is_not_asked_for_each_fault_of_its_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def noted(chat: Chat, target: Target) -> bool:
        asked.append(chat.format.name)
        return True

    monkeypatch.setitem(RULES, "tool-result-duplicate", replace(RULES["tool-result-duplicate"], occasion=noted))
    history = load(compact([{"role": "user", "content": "Hello"}]).encode())
    assert check(history, "openai").findings == ()
    assert asked == ["openai-chat"]
    monkeypatch.setitem(CONDITIONS, noted, has_unusual_pairs)
    monkeypatch.setitem(RULES, "tool-result-duplicate", replace(RULES["tool-result-duplicate"], occasion=noted))
    assert check(history, "openai").findings == ()
    assert asked == ["openai-chat"]
