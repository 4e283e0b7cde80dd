"""What a check adds to its rules: faults that a conversion repairs, warnings, and faults of the entire request."""

from __future__ import annotations

import json
from typing import Any

import pytest

from workbench.checks.check import check
from workbench.checks.report import Report
from workbench.detection import detected
from workbench.loading import load
from workbench.outputs.verdict_sentence import verdict_sentence
from workbench.repairs.repair import repair

USER = {"role": "user", "content": "Go on."}
CALL = {"id": "functions.read:0", "type": "function", "function": {"name": "read", "arguments": "{}"}}
CALLING = {"role": "assistant", "content": None, "tool_calls": [CALL]}
ANSWER = {"role": "tool", "tool_call_id": "functions.read:0", "content": "ok"}


def checked(history: Any, target: str, with_information: bool = True) -> Report:
    return check(load(json.dumps(history)), target, with_information=with_information)


def test_a_fault_that_the_conversion_repairs_is_a_warning_and_may_be_refused() -> None:
    report = checked([USER, CALLING, ANSWER, USER], "anthropic")
    noted = [finding for finding in report.findings if finding.rule == "tool-id-bad-chars"]
    assert [(finding.at, finding.severity, finding.stage) for finding in noted] == [
        ("/1/tool_calls/0/id", "warning", "internal"),
        ("/2/tool_call_id", "warning", "internal"),
    ]
    assert noted[0].text.endswith("This conversion repairs it; if a program sends it as it is, Anthropic refuses it.")
    assert (report.verdict.outcome, report.verdict.words) == ("may-refuse", noted[0].provider_error)
    assert verdict_sentence(report).endswith(" It depends on the program that converts the history.")
    assert repair(report.conversation, "anthropic").applied == ()


def test_two_turns_of_one_role_are_merged_for_a_model_that_requires_alternation() -> None:
    report = checked({"model": "meta.llama3-8b-instruct-v1:0", "messages": [USER, USER]}, "bedrock")
    (healed,) = [finding for finding in report.findings if finding.rule == "role-consecutive"]
    assert (healed.at, healed.severity) == ("/messages/1", "warning")
    assert report.verdict.outcome == "may-refuse"
    assert healed.provider_error is not None
    assert healed.provider_error.startswith("A conversation must alternate between user and assistant roles.")


def test_a_pending_call_is_refused_only_when_it_is_sent() -> None:
    report = checked([USER, CALLING], "openai")
    (pending,) = [finding for finding in report.findings if finding.severity == "warning"]
    assert pending.provider_error is not None
    assert (report.verdict.outcome, report.verdict.words) == ("may-refuse", pending.provider_error)
    assert (report.when_sent.outcome, report.when_sent.words) == ("refused", pending.provider_error)


def test_a_missing_result_is_noticed_at_the_message_after_the_call() -> None:
    assert checked([USER, CALLING, USER], "openai").verdict.first_message == 2


def test_without_information_only_errors_and_warnings_are_looked_for() -> None:
    history = [{"speaker": "human", "blocks": [{"type": "text", "text": "Hello"}], "metadata": {"ts": 1731700211}}]
    assert [finding.rule for finding in checked(history, "openai").findings] == ["value-lost"]
    assert checked(history, "openai", with_information=False).findings == ()


def test_a_fault_of_the_request_belongs_to_no_message_whatever_the_conversion() -> None:
    contents = [{"role": "user", "parts": [{"text": "Look."}]}]
    body = {"contents": contents, "tools": [{"functionDeclarations": [{"name": "read file"}]}]}
    (finding,) = [found for found in checked(body, "openai").findings if found.rule == "tool-name-bad-chars"]
    assert finding.message_index == -1


def test_a_result_out_of_order_because_its_call_is_missing_is_one_fault() -> None:
    stray = {"role": "tool", "tool_call_id": "abcdefghi", "content": "ok"}
    (cause,) = checked([USER, stray, USER], "mistral").causes
    assert cause.head.rule == "tool-result-orphan"
    assert {finding.rule for finding in cause.findings} >= {"tool-result-orphan", "role-order-mistral"}


@pytest.mark.parametrize("kind", [{"video_url": 1}, ["text"], 7, None])
def test_a_kind_of_part_that_is_no_text_is_judged_like_any_other_value(kind: Any) -> None:
    part = {"type": kind, "video_url": {"url": "https://files.example/ship.mp4"}}
    request = {"model": "sonar", "messages": [{"role": "user", "content": [{"type": "text", "text": "Hi"}, part]}]}
    report = check(detected(load(json.dumps(request)), target="perplexity"), "perplexity")
    assert all(finding.at.startswith("/messages/0/content/1") for finding in report.findings)


@pytest.mark.parametrize("tool_id", [["c1"], {"id": "c1"}])
def test_a_list_or_an_object_as_the_id_of_an_answered_call_hides_no_other_fault(tool_id: Any) -> None:
    def called(call: Any, *answer: Any) -> list[Any]:
        return [{"role": "model", "parts": [{"functionCall": call}]}, *answer]

    answer = {"role": "user", "parts": [{"functionResponse": {"id": "c9", "name": "f", "response": {"a": 1}}}]}
    first = called({"id": tool_id, "name": "f", "args": {}}, answer)
    second = called({"id": "c2", "name": "g", "args": {}}, {"role": "user", "parts": [{"text": "And?"}]})
    contents = [{"role": "user", "parts": [{"text": "Look."}]}, *first, *second]
    rules = {finding.rule for finding in checked({"contents": contents}, "gemini").errors}
    assert rules == {"field-wrong-type", "tool-count-mismatch"}
