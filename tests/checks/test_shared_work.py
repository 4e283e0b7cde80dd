"""Work that a batch does once for all conversations does not change the findings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

import workbench as wb
from tests.rules.test_examples import EXAMPLES
from workbench import defects
from workbench.checks import file_places
from workbench.checks.chat import read_chat
from workbench.checks.check import check
from workbench.checks.findings import Finding
from workbench.checks.journey import Journey
from workbench.conversation import Conversation
from workbench.defects import RULE_NAME
from workbench.json.pointer import Path
from workbench.loading import load
from workbench.provenance import patterns
from workbench.repairs.repair import repair
from workbench.rules import RULES, Violation
from workbench.samples import Sample, samples
from workbench.targets import TARGETS

OF_REQUESTS = [rule for rule in RULES.values() if not rule.applies_to_bare_messages]
BARE = [load(example.expanded.encode()) for _, example in EXAMPLES] + [sample.load() for sample in samples()]


@pytest.mark.parametrize("target", TARGETS)
def test_rules_about_requests_find_nothing_in_bare_messages(target: str) -> None:
    """Skipping these rules if there is no request therefore changes no findings."""
    enforced = [rule for rule in OF_REQUESTS if rule.name in TARGETS[target].rules or rule.default]
    for conversation in BARE:
        if conversation.format in TARGETS[target].formats:
            chat = read_chat(conversation.format, conversation.messages, {})
            assert [rule.name for rule in enforced for _ in rule.check(chat, TARGETS[target])] == []


def test_a_rule_that_is_replaced_is_run_in_its_new_form(monkeypatch: pytest.MonkeyPatch) -> None:
    history = wb.load([{"role": "user", "content": "hi"}])
    assert check(history, "openai").findings == ()

    def defective(chat: object, target: object) -> Iterator[Violation]:
        raise ZeroDivisionError

    monkeypatch.setattr(defects, "HIDDEN", True)
    monkeypatch.setitem(RULES, "content-null", replace(RULES["content-null"], check=defective, occasion=None))
    assert [finding.rule for finding in check(history, "openai").findings] == [RULE_NAME]


def _places(conversation: Conversation, target: str) -> list[tuple[str, str, str]]:
    findings: tuple[Finding, ...] = check(conversation, target).findings
    return [(finding.rule, finding.at, finding.text) for finding in findings]


BROKEN = [sample for sample in samples() if sample.expected]


@pytest.mark.parametrize("sample", BROKEN, ids=lambda sample: sample.name)
def test_places_do_not_depend_on_which_conversation_a_shape_was_probed_for(
    sample: Sample, monkeypatch: pytest.MonkeyPatch
) -> None:
    conversation = sample.load()
    remembered = _places(conversation, "openai")
    monkeypatch.setattr(patterns, "_shared_caches", {})
    assert _places(conversation, "openai") == remembered


def test_a_place_that_several_rules_point_at_is_searched_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[tuple[int, Path]] = []
    search = file_places._searched

    def counted(journey: Journey, column: int, message: int, path: Path) -> tuple[int, Path]:
        searched.append((message, path))
        return search(journey, column, message, path)

    monkeypatch.setattr(file_places, "_searched", counted)
    report = check(wb.load([{"type": "tool", "tool_call_id": "call_9", "content": "a.txt"}]), "openai")
    rules = {finding.rule for finding in report.findings if finding.wire_at == "/0"}
    assert rules >= {"tool-result-orphan", "history-trimmed-mid-pair"}
    assert searched == [(0, ())]


@pytest.mark.parametrize("sample", BROKEN, ids=lambda sample: sample.name)
def test_a_repair_with_a_known_report_does_the_same_as_without(sample: Sample) -> None:
    conversation = sample.load()
    known = check(conversation, sample.target, with_information=False)
    told, alone = (repair(conversation, sample.target, mind_others=False, known=report) for report in (known, None))
    assert (told.conversation.payload, told.applied) == (alone.conversation.payload, alone.applied)
    after = check(alone.conversation, sample.target, with_information=False)
    assert [finding.rule for finding in told.report.findings] == [finding.rule for finding in after.findings]
