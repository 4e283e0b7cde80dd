"""An answer recorded with its request outweighs a predicted refusal, for the target that answered."""

from __future__ import annotations

import json
from typing import Any

import pytest

from workbench.checks.check import check
from workbench.checks.report import Report
from workbench.checks.verdict import Outcome
from workbench.conversation import Conversation
from workbench.detection import detected
from workbench.loading import load
from workbench.mutations import MUTATIONS, inject
from workbench.outputs.verdict_sentence import verdict_sentence

REFUSED: Any = {
    "model": "claude-sonnet-4-5",
    "max_tokens": 90,
    "messages": [{"role": "user", "content": "Is the ferry on time?"}],
    "temperature": 0.5,
    "thinking": {"type": "enabled", "budget_tokens": 2000},
}
ANSWER: Any = {
    "id": "msg_1",
    "type": "message",
    "role": "assistant",
    "model": "claude-sonnet-4-5",
    "content": [{"type": "text", "text": "Yes."}],
    "stop_reason": "end_turn",
    "usage": {"input_tokens": 9, "output_tokens": 2},
}
ERROR_BODY: Any = {"type": "error", "error": {"type": "invalid_request_error", "message": "Something is wrong."}}


def recording(answer: Any, status: int = 200, url: str = "https://api.anthropic.com/v1/messages") -> Any:
    request = {"method": "POST", "url": url, "postData": {"text": json.dumps(REFUSED)}}
    response = {"status": status, "content": {"text": json.dumps(answer)}}
    return {"log": {"version": "1.2", "entries": [{"request": request, "response": response}]}}


def read(document: Any) -> Conversation:
    return detected(load(json.dumps(document)))


def errors(report: Report) -> list[str]:
    return [finding.rule for finding in report.errors]


PREDICTED = ["thinking-budget-too-high", "thinking-sampling"]


def test_without_its_answer_the_request_is_predicted_to_be_refused() -> None:
    report = check(read(REFUSED))
    assert (sorted(errors(report)), report.verdict.outcome) == (PREDICTED, Outcome.REFUSED)


@pytest.mark.parametrize(
    "document",
    [recording(ANSWER), {"request": REFUSED, "response": ANSWER}],
    ids=["a recording", "a log"],
)
def test_a_request_that_was_answered_is_accepted_and_its_predicted_refusals_are_warnings(document: Any) -> None:
    report = check(read(document))
    warned = {finding.rule for finding in report.findings if "so it was accepted" in finding.text}
    assert (errors(report), report.verdict.outcome, warned) == ([], Outcome.ACCEPTED, set(PREDICTED))
    assert verdict_sentence(report) == (
        "Anthropic accepted this: the file has its answer, which contradicts 2 warnings."
    )


@pytest.mark.parametrize(
    "document", [recording(ERROR_BODY, 400), {"request": REFUSED, "response": ERROR_BODY}], ids=["a recording", "a log"]
)
def test_a_recorded_refusal_is_no_answer(document: Any) -> None:
    assert sorted(errors(check(read(document)))) == PREDICTED


def test_an_answer_says_nothing_about_another_target() -> None:
    assert set(PREDICTED) <= set(errors(check(read(recording(ANSWER)), "vertex-anthropic")))


def test_the_answer_of_an_api_in_another_format_is_no_answer() -> None:
    answer = {"object": "chat.completion", "choices": [{"message": {"role": "assistant", "content": "Yes."}}]}
    assert sorted(errors(check(read(recording(answer))))) == PREDICTED


@pytest.mark.parametrize("body", [{"choices": [{"error": {"code": 400}, "finish_reason": "error"}]}, {"choices": []}])
def test_a_response_without_a_message_is_no_answer(body: Any) -> None:
    request = {"model": "gpt-4o", "messages": [{"role": "tool", "tool_call_id": "call_9", "content": "seen"}]}
    assert "tool-result-orphan" in errors(check(read({"request": request, "response": body})))


def test_the_answer_to_a_healthy_request_says_nothing_about_the_broken_one() -> None:
    healthy = {key: value for key, value in REFUSED.items() if key not in ("temperature", "thinking")}
    calls = [
        {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_1", "name": "look", "input": {}}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "seen"}]},
    ]
    conversation = read({"request": {**healthy, "messages": [*healthy["messages"], *calls]}, "response": ANSWER})
    broken = inject(conversation, MUTATIONS["words-first"])
    assert broken is not None
    assert check(broken.conversation).verdict.refused
