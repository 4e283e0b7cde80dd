"""One conversation as a row: its verdict, its cause in plain words, and both paragraphs."""

from __future__ import annotations

import re
from typing import Any

import pytest

import workbench as wb
from workbench.rules import RULES
from workbench.samples import Sample, samples
from workbench.triage.judging import everyone_refusing, judged

CALL = {"id": "call_1", "type": "function", "function": {"name": "dome_log", "arguments": "{}"}}
RENAMED: list[Any] = [
    {"role": "user", "content": "Is the dome open?"},
    {"role": "assistant", "content": None, "tool_calls": [CALL]},
    {"role": "tool", "tool_call_id": "toolu_1", "content": "open"},
    {"role": "user", "content": "Close it."},
]
BROKEN = [sample for sample in samples() if sample.expected]
_CODE = re.compile(r"[A-Z]{2}\d{3}|[{}\[\]`]|\"\w+\":|tool-result|/\d")


def test_a_row_says_what_it_is_how_bad_it_is_and_what_is_wrong_in_plain_words() -> None:
    case = judged(wb.load(RENAMED, name="chat-00417.json"), "chat-00417.json", 0, "openai")
    assert (case.name, case.outcome, case.target_title) == ("chat-00417.json", "refused", "OpenAI")
    assert case.cause == "The answer of the tool dome_log cannot be matched to its question any more."
    assert (case.messages, case.calls, case.first_bad, case.fixable) == (4, 1, 2, "yes")
    assert (case.refused_by, case.pattern) == (("OpenAI",), "prefix call_ became toolu_")


def test_when_it_took_place_is_what_the_first_message_records() -> None:
    stamped = [{**RENAMED[0], "timestamp": "2026-11-14T09:12:00Z"}, *RENAMED[1:]]
    in_milliseconds = [{**RENAMED[0], "createdAt": 1794647520000}, *RENAMED[1:]]
    assert judged(wb.load(stamped), "chat.json", 0, "openai").when == "2026-11-14T09:12:00Z"
    assert judged(wb.load(in_milliseconds), "chat.json", 0, "openai").when == "2026-11-14T09:12:00+00:00"
    assert judged(wb.load(RENAMED), "chat.json", 0, "openai").when == ""


def test_the_customer_is_told_what_happened_what_it_means_and_what_is_to_do() -> None:
    case = judged(wb.load(RENAMED), "chat.json", 0, "openai")
    assert case.customer == (
        "The answer of the tool dome_log cannot be matched to its question any more. "
        "Because of that, OpenAI refuses to continue this chat as it is. "
        "It can be repaired without losing anything that was written. After that the chat can go on."
    )


def test_the_customer_can_be_told_what_was_done() -> None:
    case = judged(wb.load(RENAMED), "chat.json", 0, "openai")
    assert case.customer_repaired == (
        "What was wrong: the answer of the tool dome_log cannot be matched to its question any more. "
        "Because of that, OpenAI refuses to continue this chat as it was. "
        "It was repaired, and nothing that was written is lost. The chat can go on where it stopped."
    )


def test_an_answer_that_may_still_come_is_no_damage() -> None:
    case = judged(wb.load(RENAMED[:2]), "chat.json", 0, "openai")
    assert case.customer == (
        "The assistant asked the tool dome_log for something, and no answer is recorded yet. The tool may still be at "
        "work. OpenAI may refuse to continue this chat because of that; the file does not show whether. "
        "If the chat does not go on, an engineer has to look at it."
    )


def test_a_chat_that_is_accepted_with_a_loss_is_said_to_go_on() -> None:
    sample = next(sample for sample in samples() if sample.name == "icontent/assistant-image")
    assert judged(sample.load(), "chat.json", 0, "openai").customer == (
        "A part of a message is lost when the chat is sent. OpenAI still accepts this chat, so it can go on. "
        "If that matters, an engineer has to look at it: it cannot be repaired without losing or adding something."
    )


def test_the_engineer_is_told_the_rule_the_place_the_words_and_the_fix() -> None:
    told = judged(wb.load(RENAMED), "chat.json", 0, "openai").engineer
    for part in ("ID305 tool-id-mismatch at /2/tool_call_id", "'tool_call_id' of 'toolu_1' not found", "Re-thread to"):
        assert part in told


def test_what_is_fine_is_said_to_be_fine() -> None:
    case = judged(wb.load([{"role": "user", "content": "hi"}]), "chat.json", 0, "openai")
    assert (case.outcome, case.rule, case.fixable) == ("accepted", "", "")
    assert "there is nothing to do" in case.customer


def test_recorded_tokens_are_summed_and_never_estimated() -> None:
    answer = {"role": "assistant", "content": "hello", "usage": {"prompt_tokens": 7, "completion_tokens": 5}}
    counted = [{"role": "user", "content": "hi"}, answer, {"role": "user", "content": "and?"}, answer]
    assert judged(wb.load(counted), "chat.json", 0, "openai").tokens == 24
    assert judged(wb.load(RENAMED), "chat.json", 0, "openai").tokens is None


def test_everyone_can_be_asked_who_would_refuse_it() -> None:
    assert {"OpenAI", "Anthropic", "DeepSeek"} <= set(everyone_refusing(wb.load(RENAMED)))


def test_a_tool_cannot_smuggle_control_characters_into_a_sentence() -> None:
    hostile = [RENAMED[0], {**RENAMED[1], "tool_calls": [{**CALL, "function": {"name": "a\x1b[2Jb" * 40}}]}]
    case = judged(wb.load([*hostile, *RENAMED[2:]]), "chat.json", 0, "openai")
    assert "\x1b" not in case.cause + case.customer + case.engineer
    assert len(case.cause) < 250


@pytest.mark.parametrize("sample", BROKEN, ids=lambda sample: sample.name)
def test_every_broken_sample_has_a_cause_and_two_paragraphs_that_agree_with_its_verdict(sample: Sample) -> None:
    conversation = sample.load()
    verdict = wb.check(conversation, sample.target).verdict
    case = judged(conversation, sample.name, 0, sample.target)
    assert case.outcome == verdict.outcome.value
    if any(expected.severity != "info" for expected in sample.expected):
        assert case.rule in RULES
        assert case.customer.startswith(case.cause)
        assert case.rule in case.engineer
        assert RULES[case.rule].code in case.engineer
    assert not _CODE.search(case.customer.replace(case.cause, "")), case.customer
    assert ("refuses to continue" in case.customer) == verdict.refused
    assert bool(case.fixes) == (case.fixable in ("yes", "partly"))
