"""Shrinking a conversation: the finding stays, and nothing more can be removed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from workbench.checks.check import check
from workbench.checks.findings import Finding
from workbench.checks.report import Report
from workbench.conversation import Conversation
from workbench.detection import detected
from workbench.json.pointer import Path
from workbench.loading import load_value
from workbench.repairs.reloading import reloaded
from workbench.samples import Sample, samples
from workbench.shrinking.reductions import message_places, removable_parts, without
from workbench.shrinking.shrink import Shrunk, shrink
from workbench.shrinking.wanted_finding import wanted_finding_in

BROKEN = [sample for sample in samples() if any(row.severity != "info" for row in sample.expected)]


def long_history(turns: int, broken: int) -> list[Any]:
    """Return healthy turns with one call each. In one turn, the result has the wrong id."""
    history: list[Any] = []
    for turn in range(turns):
        call = {"id": f"call_{turn}", "type": "function", "function": {"name": "ls", "arguments": "{}"}}
        answers = "call_lost" if turn == broken else f"call_{turn}"
        history += [
            {"role": "user", "content": f"Question {turn}: what is in this folder, and in all the others?"},
            {"role": "assistant", "content": None, "tool_calls": [call]},
            {"role": "tool", "tool_call_id": answers, "content": "a file, and some more words about it"},
            {"role": "assistant", "content": "One file."},
        ]
    return history


def shrunk(conversation: Conversation, target: str | None = None, rule: str | None = None) -> tuple[Report, Shrunk]:
    report = check(conversation, target)
    wanted = wanted_finding_in(report, rule)
    assert wanted is not None
    return report, shrink(conversation, wanted)


def smaller_by_one(small: Shrunk) -> Iterator[tuple[Report, int | None]]:
    """Yield a report for the conversation without each of its parts and messages, and the missing message."""
    conversation, target = small.conversation, small.report.target.name
    messages: list[tuple[Path, int | None]] = [(at, index) for index, at in enumerate(message_places(conversation))]
    for path, missing in (*messages, *((part, None) for part in removable_parts(conversation, small.finding.at))):
        after = reloaded(conversation, without(conversation.payload, [path]), target)
        if after is not None:
            yield check(after, target, with_information=False), missing


def shows(finding: Finding, report: Report, missing: int | None) -> bool:
    """Whether the first finding is this one at the same message."""
    first = report.findings[0] if report.findings else None
    if first is None or same(first) != same(finding) or missing == finding.message_index:
        return False
    moved = missing is not None and missing < finding.message_index
    return first.message_index == finding.message_index - moved


@pytest.mark.parametrize("sample", BROKEN, ids=lambda sample: sample.name)
def test_the_first_finding_of_a_sample_stays_and_nothing_more_can_be_removed(sample: Sample) -> None:
    before = detected(sample.load(), target=sample.target)
    report, small = shrunk(before, sample.target)
    finding = small.report.findings[0]
    assert same(finding) == same(report.findings[0])
    assert small.conversation.format == before.format
    assert small.complete
    known = {finding.code for finding in small.report.findings}
    for other, missing in smaller_by_one(small):
        brings_another = any(finding.code not in known for finding in other.findings)
        assert not shows(finding, other, missing) or (brings_another and missing is None)


def same(finding: Finding) -> tuple[str, str, Any]:
    return finding.code, finding.severity, finding.id


def test_only_the_broken_pair_of_a_thousand_messages_remains() -> None:
    _, small = shrunk(load_value(long_history(250, broken=150), "long"))
    assert [
        message.get("tool_call_id") or message["tool_calls"][0]["id"] for message in small.conversation.messages
    ] == [
        "call_150",
        "call_lost",
    ]


def test_the_fault_is_not_replaced_by_one_that_removal_would_cause() -> None:
    """A result whose call is removed is an orphan too, but not the one that was wrong with the conversation."""
    history = long_history(3, broken=9)
    history.insert(6, {"role": "tool", "tool_call_id": "call_of_before", "content": "old"})
    _, small = shrunk(load_value(history, "orphan"))
    assert [message["tool_call_id"] for message in small.conversation.messages] == ["call_of_before"]


def test_a_named_rule_stays_although_another_finding_comes_first() -> None:
    history = [*long_history(2, broken=0), {"role": "tool", "tool_call_id": "call_1", "content": "again"}]
    report, small = shrunk(load_value(history, "two faults"), "moonshot", "TC103")
    assert report.findings[0].code != "TC103"
    assert small.finding.code == "TC103"
    assert len(small.conversation.messages) < len(history)


def test_long_texts_are_truncated_and_irrelevant_settings_removed() -> None:
    body = {
        "model": "gpt-4o",
        "temperature": 0.2,
        "messages": [{"role": "tool", "tool_call_id": "call_9", "content": "a long story " * 400}],
    }
    _, small = shrunk(load_value(body, "body"))
    (message,) = small.conversation.messages
    assert len(message["content"]) <= 40
    assert list(small.conversation.payload) == ["messages"]


def test_progress_reports_ever_fewer_messages() -> None:
    conversation = load_value(long_history(50, broken=20), "long")
    wanted = wanted_finding_in(check(conversation))
    assert wanted is not None
    reported: list[int] = []
    shrink(conversation, wanted, lambda left, checks: reported.append(left))
    assert reported == sorted(reported, reverse=True)
    assert reported[-1] == 2


def test_a_healthy_conversation_has_no_wanted_finding() -> None:
    assert wanted_finding_in(check(load_value(long_history(2, broken=9), "healthy"))) is None


def test_a_call_is_removed_together_with_its_results() -> None:
    history = long_history(40, broken=99)
    again = {"id": "call_0", "type": "function", "function": {"name": "ls", "arguments": "{}"}}
    history += [
        {"role": "assistant", "content": None, "tool_calls": [again]},
        {"role": "tool", "tool_call_id": "call_0", "content": "the same id once more"},
    ]
    report, small = shrunk(load_value(history, "twice"))
    assert report.findings[0].rule == "tool-id-duplicate"
    calls = [message["tool_calls"][0]["id"] for message in small.conversation.messages if "tool_calls" in message]
    assert calls == ["call_0", "call_0"]
    assert len(small.conversation.messages) <= 4
