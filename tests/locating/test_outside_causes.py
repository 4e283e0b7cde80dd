"""An error about the account, the service or the model is not blamed on the conversation."""

from __future__ import annotations

import json
from typing import Any

import pytest

from workbench.loading import load
from workbench.locating import Located, locate

HEALTHY = [{"role": "user", "content": "Hello"}]
BROKEN = [{"role": "user", "content": "Hello"}, {"role": "tool", "tool_call_id": "call_1", "content": "-4"}]


def located(error: str, body: Any) -> Located:
    return locate(load(json.dumps(body).encode()), error)


@pytest.mark.parametrize("messages", [HEALTHY, BROKEN], ids=["healthy", "broken"])
@pytest.mark.parametrize(
    ("error", "subject"),
    [
        ('{"error": {"code": 400, "message": "API key not valid. Please pass a valid API key.",'
         ' "status": "INVALID_ARGUMENT"}}', "API key"),
        ('{"code": "invalid-argument", "error": "Incorrect API key provided."}', "API key"),
        ('{"error": {"message": "You exceeded your current quota, please check your plan and billing details.",'
         ' "type": "insufficient_quota"}}', "account"),
        ('{"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}', "service"),
    ],
)  # fmt: skip
def test_an_error_about_the_account_or_the_service_names_no_message(error: str, subject: str, messages: Any) -> None:
    answer = located(error, {"model": "acme-1", "messages": messages})
    assert (answer.at, answer.rule) == (None, None)
    assert subject in answer.sentence
    assert "not about the conversation" in answer.sentence


@pytest.mark.parametrize("error", ["Rate limit reached for gpt-4o", "Incorrect API key provided: sk-…"])
def test_such_an_error_is_explained_without_a_file(error: str) -> None:
    assert "not about the conversation" in locate(None, error).sentence


@pytest.mark.parametrize("error", [
    '{"code": "1500", "message": "Invalid model: acme-1", "type": "invalid_model"}',
    "The supported API model names are acme-2 or acme-3, but you passed acme-1.",
    '{"error": {"code": 400, "message": "acme-1 is not a valid model ID"}}',
    "The provided model identifier is invalid.",
    "Invocation of model ID acme-1 with on-demand throughput isn’t supported. Retry your request with the ID or ARN of"
    " an inference profile that contains this model.",
])  # fmt: skip
def test_an_error_about_an_unknown_model_leads_to_the_model(error: str) -> None:
    assert located(error, {"model": "acme-1", "messages": HEALTHY}).at == "/model"


@pytest.mark.parametrize("error", [
    "The provided model identifier is invalid.",
    "Invocation of model ID deepseek.r1-v1:0 with on-demand throughput isn’t supported.",
])  # fmt: skip
def test_an_unknown_model_is_not_denied_if_the_file_names_none(error: str) -> None:
    answer = located(error, {"messages": [{"role": "user", "content": [{"text": "Hello"}]}], "inferenceConfig": {}})
    assert answer.at is None
    assert "about the model" in answer.sentence
    assert "does not show it" not in answer.sentence
