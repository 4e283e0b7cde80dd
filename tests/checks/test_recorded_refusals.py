"""A refusal recorded in the file outweighs the prediction that the target accepts the request."""

from __future__ import annotations

from typing import Any

import pytest

import workbench as wb
from workbench.checks.verdict import Outcome
from workbench.json.text import compact

UNKNOWN = "Dome-shaped prompts cannot be served here."
USER = {"role": "user", "content": "Open the dome"}


def record(message: str, messages: list[Any] | None = None, **error: object) -> dict[str, Any]:
    body = {"message": message, "type": "invalid_request_error", "param": None, "code": None, **error}
    return {"request": {"model": "gpt-4.1", "messages": messages or [USER]}, "response": {"error": body}}


def report_of(value: object, target: str | None = None) -> Any:
    conversation = wb.load(compact(value).encode())
    return wb.check(conversation, target=target)


def test_a_request_with_an_unknown_recorded_refusal_is_refused_in_the_recorded_words() -> None:
    report = report_of(record(UNKNOWN))
    assert report.verdict.outcome is Outcome.REFUSED
    assert report.verdict.words == UNKNOWN
    assert [(finding.code, finding.at, finding.fix) for finding in report.findings] == [
        ("RQ240", "/request/messages", None)
    ]


def test_the_finding_points_at_the_place_that_the_refusal_names() -> None:
    report = report_of(record("The dome of this one is upside down.", param="messages[0].content"))
    assert [finding.at for finding in report.findings] == ["/request/messages/0/content"]


@pytest.mark.parametrize(
    ("message", "error"),
    [
        ("Incorrect API key provided: sk-…", {"code": "invalid_api_key"}),
        ("Rate limit reached for gpt-4.1", {"type": "requests", "code": "rate_limit_exceeded"}),
        ("The dome had an error while processing your request.", {"type": "server_error"}),
        ("The model `gpt-4.1` does not exist", {"code": "model_not_found"}),
    ],
)
def test_an_error_about_the_account_the_service_or_the_model_is_no_refusal_of_the_request(
    message: str, error: dict[str, str]
) -> None:
    assert report_of(record(message, **error)).verdict.outcome is Outcome.ACCEPTED


def test_a_recorded_refusal_counts_only_for_the_target_that_wrote_it() -> None:
    assert report_of(record(UNKNOWN), "azure-openai").verdict.outcome is Outcome.ACCEPTED


def test_an_error_without_any_sign_of_its_kind_is_a_warning() -> None:
    report = report_of(record(UNKNOWN, type=None))
    assert report.verdict.outcome is Outcome.MAY_REFUSE


def test_a_refusal_that_a_rule_explains_is_not_reported_as_unexplained() -> None:
    orphan = {"role": "tool", "tool_call_id": "call_1", "content": "open"}
    words = "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'."
    rules = {finding.rule for finding in report_of(record(words, [USER, orphan])).findings}
    assert "refusal-unexplained" not in rules
    assert "tool-result-orphan" in rules


def test_a_predicted_refusal_is_shown_instead_and_its_repair_ends_the_recorded_one() -> None:
    call = {"id": "call_1", "type": "function", "function": {"name": "dome", "arguments": "{}"}}
    history = [
        USER,
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "toolu_1", "content": "open"},
        {"role": "user", "content": "And now?"},
    ]
    conversation = wb.load(compact(record(UNKNOWN, history)).encode())
    assert "refusal-unexplained" not in {finding.rule for finding in wb.check(conversation).findings}
    repaired = wb.repair(conversation).conversation
    assert wb.check(repaired).verdict.outcome is Outcome.ACCEPTED
