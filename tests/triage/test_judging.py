"""A conversation is a row with its verdict, its cause in plain words and two paragraphs."""

from __future__ import annotations

import re
from typing import Any

import pytest

import workbench as wb
from workbench.rules import RULES
from workbench.samples import Sample, samples
from workbench.triage.judging import judge, refusing_targets

CALL = {"id": "call_1", "type": "function", "function": {"name": "dome_log", "arguments": "{}"}}
RENAMED: list[Any] = [
    {"role": "user", "content": "Is the dome open?"},
    {"role": "assistant", "content": None, "tool_calls": [CALL]},
    {"role": "tool", "tool_call_id": "toolu_1", "content": "open"},
    {"role": "user", "content": "Close it."},
]
BROKEN = [sample for sample in samples() if sample.expected]
_CODE = re.compile(r"[A-Z]{2}\d{3}|[{}\[\]`]|\"\w+\":|tool-result|/\d")


def test_a_row_has_its_name_its_verdict_and_its_cause_in_plain_words() -> None:
    case = judge(wb.load(RENAMED, name="chat-00417.json"), "chat-00417.json", 0, "openai")
    assert (case.name, case.outcome, case.target_title) == ("chat-00417.json", "refused", "OpenAI")
    assert case.cause == "The answer from the tool dome_log can no longer be matched to its question."
    assert (case.messages, case.calls, case.first_bad, case.fixable) == (4, 1, 2, "yes")
    assert (case.refused_by, case.pattern) == (("OpenAI",), "prefix call_ became toolu_")


def test_the_time_is_the_one_recorded_in_the_first_message() -> None:
    stamped = [{**RENAMED[0], "timestamp": "2026-11-14T09:12:00Z"}, *RENAMED[1:]]
    in_milliseconds = [{**RENAMED[0], "createdAt": 1794647520000}, *RENAMED[1:]]
    assert judge(wb.load(stamped), "chat.json", 0, "openai").when == "2026-11-14T09:12:00Z"
    assert judge(wb.load(in_milliseconds), "chat.json", 0, "openai").when == "2026-11-14T09:12:00+00:00"
    assert judge(wb.load(RENAMED), "chat.json", 0, "openai").when == ""


def test_the_customers_paragraph_states_what_happened_what_it_means_and_what_to_do() -> None:
    case = judge(wb.load(RENAMED), "chat.json", 0, "openai")
    assert case.customer == (
        "The answer from the tool dome_log can no longer be matched to its question. "
        "Because of that, OpenAI refuses to continue this chat as it is. "
        "It can be repaired without losing anything that was written. After that, the chat can continue."
    )


def test_the_paragraph_after_the_repair_states_what_was_done() -> None:
    case = judge(wb.load(RENAMED), "chat.json", 0, "openai")
    assert case.customer_repaired == (
        "What was wrong: the answer from the tool dome_log can no longer be matched to its question. "
        "Because of that, OpenAI refused to continue this chat. "
        "It was repaired, and nothing that was written is lost. The chat can continue where it stopped."
    )


def test_an_answer_that_may_still_arrive_is_not_reported_as_damage() -> None:
    case = judge(wb.load(RENAMED[:2]), "chat.json", 0, "openai")
    assert case.customer == (
        "The assistant asked the tool dome_log for something, and no answer is recorded yet. The tool may still be at "
        "work. OpenAI may refuse to continue this chat because of that; the file does not show whether it will. "
        "If the chat does not continue, an engineer needs to look at it."
    )


def test_a_chat_that_is_accepted_with_a_loss_can_continue() -> None:
    sample = next(sample for sample in samples() if sample.name == "icontent/assistant-image")
    assert judge(sample.load(), "chat.json", 0, "openai").customer == (
        "A part of a message is lost when the chat is sent. OpenAI still accepts this chat, so it can continue. "
        "If that matters, an engineer needs to look at it: it cannot be repaired without losing or adding something."
    )


def test_the_engineers_paragraph_has_the_rule_the_place_the_error_message_and_the_fix() -> None:
    paragraph = judge(wb.load(RENAMED), "chat.json", 0, "openai").engineer
    for part in ("ID305 tool-id-mismatch at /2/tool_call_id", "'tool_call_id' of 'toolu_1' not found", "Re-thread to"):
        assert part in paragraph


def test_a_healthy_conversation_needs_nothing() -> None:
    case = judge(wb.load([{"role": "user", "content": "hi"}]), "chat.json", 0, "openai")
    assert (case.outcome, case.rule, case.fixable) == ("accepted", "", "")
    assert "there is nothing to do" in case.customer


def test_recorded_tokens_are_summed_and_never_estimated() -> None:
    answer = {"role": "assistant", "content": "hello", "usage": {"prompt_tokens": 7, "completion_tokens": 5}}
    counted = [{"role": "user", "content": "hi"}, answer, {"role": "user", "content": "and?"}, answer]
    assert judge(wb.load(counted), "chat.json", 0, "openai").tokens == 24
    assert judge(wb.load(RENAMED), "chat.json", 0, "openai").tokens is None


def test_every_target_that_would_refuse_it_is_named() -> None:
    assert {"OpenAI", "Anthropic", "DeepSeek"} <= set(refusing_targets(wb.load(RENAMED)))


def test_a_tool_name_cannot_put_control_characters_into_a_sentence() -> None:
    hostile = [RENAMED[0], {**RENAMED[1], "tool_calls": [{**CALL, "function": {"name": "a\x1b[2Jb" * 40}}]}]
    case = judge(wb.load([*hostile, *RENAMED[2:]]), "chat.json", 0, "openai")
    assert "\x1b" not in case.cause + case.customer + case.engineer
    assert len(case.cause) < 250


@pytest.mark.parametrize("sample", BROKEN, ids=lambda sample: sample.name)
def test_every_broken_sample_has_a_cause_and_two_paragraphs_that_agree_with_its_verdict(sample: Sample) -> None:
    conversation = sample.load()
    verdict = wb.check(conversation, sample.target).verdict
    case = judge(conversation, sample.name, 0, sample.target)
    assert case.outcome == verdict.outcome.value
    if any(expected.severity != "info" for expected in sample.expected):
        assert case.rule in RULES
        assert case.customer.startswith(case.cause)
        assert case.rule in case.engineer
        assert RULES[case.rule].code in case.engineer
    assert not _CODE.search(case.customer.replace(case.cause, "")), case.customer
    assert ("refuses to continue" in case.customer) == verdict.refused
    assert bool(case.fixes) == (case.fixable in ("yes", "partly"))
