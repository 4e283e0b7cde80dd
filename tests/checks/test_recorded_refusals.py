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
    assert report_of(record(message, None, **error)).verdict.outcome is Outcome.ACCEPTED


def test_a_recorded_refusal_counts_only_for_the_target_that_wrote_it() -> None:
    assert report_of(record(UNKNOWN), "azure-openai").verdict.outcome is Outcome.ACCEPTED


def recording(status: int, answer: object) -> dict[str, Any]:
    request = {"model": "gpt-4.1", "messages": [USER]}
    url = "https://api.openai.com/v1/chat/completions"
    sent = {"method": "POST", "url": url, "postData": {"mimeType": "application/json", "text": compact(request)}}
    received = {"status": status, "content": {"mimeType": "application/json", "text": compact(answer)}}
    return {"log": {"entries": [{"request": sent, "response": received}]}}


@pytest.mark.parametrize(
    ("status", "outcome"),
    [
        (400, Outcome.REFUSED),
        (413, Outcome.REFUSED),
        (422, Outcome.REFUSED),
        (401, Outcome.ACCEPTED),
        (404, Outcome.ACCEPTED),
        (429, Outcome.ACCEPTED),
        (500, Outcome.ACCEPTED),
    ],
)
def test_the_recorded_status_decides_whether_an_error_without_a_type_is_about_the_request(
    status: int, outcome: Outcome
) -> None:
    for answer in ({"error": {"message": UNKNOWN}}, {"message": UNKNOWN}, {"detail": UNKNOWN}):
        assert report_of(recording(status, answer)).verdict.outcome is outcome


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


def test_a_known_error_whose_cause_the_request_does_not_show_is_still_a_refusal() -> None:
    words = (
        "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. "
        "The following tool_call_ids did not have response messages: call_9"
    )
    report = report_of(record(words, param="messages"))
    assert report.verdict.outcome is Outcome.REFUSED
    assert "usually means tool-result-missing, but the file does not show that" in report.findings[0].text


def session(error: str) -> bytes:
    """A session of Claude Code that ends with an error of the API."""
    lines: list[dict[str, object]] = [
        {"type": "user", "uuid": "1", "parentUuid": None, "message": USER},
        {
            "type": "assistant",
            "uuid": "2",
            "parentUuid": "1",
            "isApiErrorMessage": True,
            "message": {"role": "assistant", "model": "<synthetic>", "content": [{"type": "text", "text": error}]},
        },
    ]
    common = {"sessionId": "s", "version": "2.0.1", "cwd": "/home/ada", "timestamp": "2026-11-01T10:00:00.000Z"}
    return b"\n".join(compact({**common, **line}).encode() for line in lines)


def api_error(message: str) -> str:
    error = {"type": "error", "error": {"type": "invalid_request_error", "message": message}}
    return f"API Error: 400 {compact(error)}"


def test_a_session_with_an_unknown_error_may_be_refused_because_its_last_request_is_not_recorded() -> None:
    report = wb.check(wb.load(session(api_error(UNKNOWN))))
    assert report.verdict.outcome is Outcome.MAY_REFUSE
    assert [finding.rule for finding in report.findings if finding.severity == "warning"] == ["refusal-unexplained"]


def test_a_session_whose_known_fault_is_repaired_is_accepted_although_it_still_has_the_error() -> None:
    words = (
        "messages.2: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1. Each "
        "`tool_use` block must have a corresponding `tool_result` block in the next message."
    )
    assert wb.check(wb.load(session(api_error(words)))).verdict.outcome is Outcome.ACCEPTED
