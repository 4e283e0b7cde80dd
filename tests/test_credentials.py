"""Recorded traffic is read without its credentials, and otherwise unchanged."""

from __future__ import annotations

import json

import pytest

from workbench.credentials import address_without_credentials, report_without_credentials
from workbench.loading import load_value


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("https://ada:secret@x.example/v1", "https://***@x.example/v1"),
        ("https://sk-1234@x.example/v1", "https://***@x.example/v1"),
        ("https://x.example/v1?key=1234&alt=sse", "https://x.example/v1?key=***&alt=sse"),
        ("https://x.example/v1?subscription-key=1234#top", "https://x.example/v1?subscription-key=***#top"),
        ("https://x.example/v1?api-version=2024-10-21", "https://x.example/v1?api-version=2024-10-21"),
        ("https://x.example:8080/a@b?monkey=1&max_tokens=2", "https://x.example:8080/a@b?monkey=1&max_tokens=2"),
    ],
)
def test_an_address_keeps_everything_but_its_credentials(address: str, shown: str) -> None:
    assert address_without_credentials(address) == shown


@pytest.mark.parametrize(
    "error",
    [
        "Invalid parameter: 'tool_call_id' of 'call_abcDEF123456789012345' not found in 'tool_calls'.",
        "messages.1.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_01A09q90qw90lq917835lq9",
        "sk-hynix-memory-bandwidth is no model; skip_special_tokens_of_the_2nd_message is no parameter",
        "Incorrect API key provided: sk-proj-****abcd.",
        "No tool output found for function call fc_68f0c1d2e3f4a5b6c7d8e9f0.",
    ],
)
def test_an_error_without_a_key_stays_as_it_was_written(error: str) -> None:
    assert report_without_credentials(error) == error


@pytest.mark.parametrize(
    ("error", "shown"),
    [
        ("Invalid key sk-proj-Zk3vQ8wLm2Np5Rt7Yx1B.", "Invalid key ***."),
        ("key AIzaSyZk3vQ8wLm2Np5Rt7Yx1Bc4Df6Gh9Jk is blocked", "key *** is blocked"),
        ('{"headers": "Bearer q7XvT2m9Zp6K3vWbRt"}', '{"headers": "Bearer ***"}'),
        ("x-api-key: 1234\nserver: x", "x-api-key: ***\nserver: x"),
        ("POST https://x.example/v1?key=1234: 400", "POST https://x.example/v1?key=*** 400"),
    ],
)
def test_a_key_in_an_error_is_masked(error: str, shown: str) -> None:
    assert report_without_credentials(error) == shown


def test_an_answer_keeps_a_key_that_the_model_wrote() -> None:
    said = "Use sk-proj-Zk3vQ8wLm2Np5Rt7Yx1B."
    response = {"object": "chat.completion", "choices": [{"message": {"role": "assistant", "content": said}}]}
    body = {"model": "gpt-4.1", "messages": [{"role": "user", "content": "Which key?"}]}
    loaded = load_value({"url": "https://x.example/v1", "request": body, "response": response}, "recorded")
    assert said in json.dumps(loaded.response)
