"""The verdict of every target, causes that group the findings of one fault, and the first invalid message."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.mutations.healthy import HOMES, Call, Turn, written
from tests.prefixes import HISTORIES
from workbench.checks.check import check
from workbench.checks.every_target import verdicts
from workbench.checks.report import Report
from workbench.checks.verdict import Outcome
from workbench.conversation import Conversation
from workbench.detection import detected
from workbench.loading import load
from workbench.outputs.verdict_sentence import table_label, verdict_sentence
from workbench.samples import sample_named
from workbench.targets import TARGETS

HEALTHY = [
    Turn("Look.", False, "", [[Call(1, "look", {"path": "a"}, "seen"), Call(2, "look", {}, "seen too")]], "Done.")
]

SECOND = Turn("Again.", False, "", [[Call(3, "look", {}, "seen at last")]], "Done again.")


def chat(*messages: Any) -> Conversation:
    listed = list(messages)
    return detected(Conversation("chat", listed, listed), format="openai-chat")


def called(*ids: str) -> Any:
    calls = [{"id": i, "type": "function", "function": {"name": "look", "arguments": "{}"}} for i in ids]
    return {"role": "assistant", "content": None, "tool_calls": calls}


def answered(call_id: str) -> Any:
    return {"role": "tool", "tool_call_id": call_id, "content": f"seen by {call_id}"}


ASKED: Any = {"role": "user", "content": "Look."}


@pytest.mark.parametrize("format_name", HOMES)
def test_every_target_has_a_verdict_for_every_format(format_name: str) -> None:
    answers = verdicts(written(format_name, HEALTHY))
    assert [answer.target for answer in answers] == [*TARGETS]
    assert {answer.outcome for answer in answers} <= {"accepted", "may-refuse", "refused"}
    own = next(answer for answer in answers if answer.target == HOMES[format_name].target)
    assert (own.outcome, own.errors, own.words, own.first_message) == ("accepted", 0, None, None)


def outcomes(conversation: Conversation) -> dict[str, str]:
    return {answer.target: answer.outcome for answer in verdicts(conversation)}


def test_a_history_may_be_fine_for_one_and_fatal_for_another() -> None:
    found = outcomes(chat(ASKED, called("call_1"), answered("call_1"), ASKED))
    assert (found["openai"], found["anthropic"], found["mistral"]) == ("accepted", "accepted", "refused")


def test_an_unanswered_call_is_refused_with_the_error_of_each_target() -> None:
    answers = {answer.target: answer for answer in verdicts(chat(ASKED, called("call_1"), ASKED))}
    assert answers["openai"].outcome == answers["anthropic"].outcome == answers["gemini"].outcome == "refused"
    assert "did not have response messages: call_1" in str(answers["openai"].words)
    assert "without `tool_result` blocks immediately after: call_1" in str(answers["anthropic"].words)
    assert "number of function response parts" in str(answers["gemini"].words)


def test_a_fault_that_the_file_does_not_show_may_be_refused() -> None:
    """A call in the last message may just be running."""
    assert outcomes(chat(ASKED, called("call_1")))["openai"] == "may-refuse"


def causes_of(report: Report) -> list[str]:
    return [cause.head.rule for cause in report.causes if cause.severity == "error"]


def test_one_change_of_prefixes_in_forty_ids_is_one_cause() -> None:
    forty = next(history for history in HISTORIES if history.name == "forty turns")
    report = check(detected(Conversation("forty", forty.messages, forty.messages)), "openai")
    assert len(report.errors) == 80
    assert causes_of(report) == ["tool-id-mismatch"]
    assert report.causes[0].head.cause == "prefix hist_tool_ became call_"


def test_two_changes_of_prefixes_are_two_causes() -> None:
    messages = (ASKED, called("hist_tool_1", "toolu_2"), answered("call_1"), answered("call_2"), ASKED)
    assert causes_of(check(chat(*messages), "openai")) == ["tool-id-mismatch", "tool-id-mismatch"]


def test_one_trimmed_pair_is_one_cause() -> None:
    report = check(chat(answered("call_1"), answered("call_2"), ASKED), "openai")
    assert {finding.rule for finding in report.findings} == {"tool-result-orphan", "history-trimmed-mid-pair"}
    assert len(report.causes) == 1


@pytest.mark.parametrize(
    ("messages", "first"),
    [
        ((ASKED, called("call_1"), ASKED, ASKED), 2),
        ((ASKED, called("call_1"), answered("call_1"), called("call_2"), ASKED), 4),
        ((ASKED, answered("call_9"), ASKED), 1),
        ((ASKED, called("call_1"), ASKED, answered("call_1")), 3),
        ((ASKED, called("call_1"), answered("call_1"), ASKED), None),
    ],
)
def test_the_first_invalid_message_is_the_first_one_that_breaks_a_rule(messages: tuple[Any, ...], first: int) -> None:
    assert check(chat(*messages), "openai").verdict.first_message == first


def test_the_fault_that_explains_a_refusal_is_where_the_sentence_points() -> None:
    """The call of message 2 is lost in the conversion, so OpenAI misses it at its result in message 3."""
    sample = sample_named("icontent/call-beside-a-result")
    assert sample is not None
    report = check(sample.load(), "openai")
    assert [cause.head.message_index for cause in report.causes if cause.severity == "error"] == [2]
    assert verdict_sentence(report) == "OpenAI would refuse this: 1 error, first at message 2."


def test_the_sentence_names_the_same_message_as_the_finding_of_the_fault() -> None:
    """OpenAI names the call of message 1, but the id was changed in message 3."""
    report = check(chat(ASKED, called("call_1", "call_2"), answered("call_1"), answered("toolu_2"), ASKED), "openai")
    assert [cause.head.at for cause in report.causes] == ["/3/tool_call_id"]
    assert verdict_sentence(report) == "OpenAI would refuse this: 1 error, first at message 3."


def test_the_first_message_of_several_faults_is_named() -> None:
    report = check(chat(ASKED, answered("call_9"), called("call_1"), ASKED, ASKED, answered("call_1")), "openai")
    assert verdict_sentence(report) == "OpenAI would refuse this: 2 errors, first at message 1."


def test_a_finding_points_at_its_partner() -> None:
    report = check(chat(ASKED, called("hist_tool_1"), answered("call_1"), ASKED), "openai")
    partners = {finding.rule: (finding.at, finding.partner) for finding in report.errors}
    assert partners == {
        "tool-id-mismatch": ("/2/tool_call_id", "/1/tool_calls/0"),
        "tool-result-missing": ("/1/tool_calls/0", "/2"),
    }


def test_a_sentence_numbers_messages_as_in_the_file() -> None:
    """On OpenAI's wire the two results of a message are two messages; in the file they are one."""
    conversation = written("icontent", [*HEALTHY, SECOND])
    messages = [*conversation.messages]
    messages.insert(7, {"speaker": "human", "blocks": [{"type": "text", "text": "Hurry."}]})
    messages[5], messages[7] = messages[7], messages[5]
    report = check(detected(Conversation("late", messages, messages), format="icontent"), "openai")
    numbers = [finding.text for finding in report.errors if finding.rule == "tool-result-before-call"]
    assert numbers
    assert all("which is in message 7." in text for text in numbers)


@pytest.mark.parametrize("target", ["ai@4", "ai@5", "ai@6", "ai@7"])
def test_an_sdk_refuses_a_providers_calls_unchanged_and_accepts_them_after_conversion(target: str) -> None:
    report = check(chat(ASKED, called("c1"), answered("c1"), ASKED), target)
    assert (report.verdict.outcome, report.verdict.after_conversion) == ("refused", "accepted")
    assert [(finding.rule, finding.at) for finding in report.errors] == [("format-wrong-for-target", "/1")]
    assert not report.when_sent.refused


@pytest.mark.parametrize("target", ["ai@4", "ai@5", "ai@6", "ai@7"])
def test_an_sdk_accepts_plain_texts_of_a_provider_unchanged(target: str) -> None:
    report = check(chat(ASKED, {"role": "assistant", "content": "Seen."}, ASKED), target)
    assert (report.verdict.outcome, report.verdict.after_conversion) == ("accepted", None)


def test_a_target_with_another_format_is_judged_after_a_conversion_and_every_output_states_it() -> None:
    report = check(chat(ASKED, called("c1"), answered("c1"), ASKED), "anthropic")
    assert (report.verdict.outcome, report.verdict.after_conversion) == ("accepted", "accepted")
    assert verdict_sentence(report) == "Anthropic would accept this after conversion to anthropic."
    assert table_label(report.verdict) == "accepted, converted"


def test_a_target_with_the_files_own_format_is_judged_without_a_conversion() -> None:
    report = check(chat(ASKED, called("c1"), answered("c1"), ASKED), "openai")
    assert (report.verdict.after_conversion, report.verdict.converted_to) == (None, "")
    assert verdict_sentence(report) == "OpenAI would accept this."
    assert table_label(report.verdict) == "accepted"


def test_a_history_that_no_api_accepts_is_always_converted_so_the_sentence_stays_short() -> None:
    own = [{"speaker": "human", "blocks": [{"type": "text", "text": "Hello"}]}]
    report = check(detected(load(json.dumps(own).encode())), "openai")
    assert verdict_sentence(report) == "OpenAI would accept this."


@pytest.mark.parametrize(("document", "outcome"), [
    ({"input": []}, Outcome.NOT_JUDGED),
    ({"uuid": "t", "spans": 1, "input": []}, Outcome.NOT_JUDGED),
    ({"model": "gpt-5", "input": []}, Outcome.ACCEPTED),
])  # fmt: skip
def test_an_empty_list_alone_is_not_accepted(document: dict[str, object], outcome: Outcome) -> None:
    assert check(load(json.dumps(document).encode())).verdict.outcome is outcome
