"""Texts that are not conversations are explained."""

from __future__ import annotations

import pytest

from workbench.loading import LoadError
from workbench.view.not_a_conversation import error_meaning, outside_meaning, plain_meaning, split_errors

ERROR = "No tool output found for function call call_9."


def test_a_providers_error_is_explained() -> None:
    told = error_meaning(
        '{"error": {"message": "messages.2.content.0: unexpected `tool_use_id` found in `tool_result` blocks: x"}}'
    )
    assert "tool-result-orphan" in told
    assert "'x'" in told


def test_an_error_that_no_conversation_caused_is_not_looked_for_in_one() -> None:
    limit = "Error code: 429 - {'error': {'message': 'Rate limit reached for gpt-4o', 'code': 'rate_limit_exceeded'}}"
    about = "The error is about a limit or the balance of the account, not about the conversation."
    assert outside_meaning(limit) == plain_meaning(limit) == error_meaning(limit) == about
    assert outside_meaning("The customer asks about the rate limit of our API key.") == ""
    assert outside_meaning(ERROR) == ""


@pytest.mark.parametrize("text", ["", "User: hello", '{"a": 1}', "<html>Error 500</html>", "x" * 100_000])
def test_any_other_text_is_not_an_error(text: str) -> None:
    assert error_meaning(text) == plain_meaning(text) == ""


def test_an_error_in_a_file_of_its_own_is_distinguished_from_unreadable_text() -> None:
    failure = LoadError("a text", "a conversation", line=1, column=1)
    assert split_errors(ERROR.encode(), [failure], alone=True) == ([ERROR], [])
    assert split_errors(b"User: hello", [failure], alone=True) == ([], [failure])


def test_next_to_a_conversation_only_the_unreadable_line_is_an_error() -> None:
    document = f"{ERROR}\nhello\n".encode()
    first, second, nowhere = (LoadError("a text", "a conversation", line=line) for line in (1, 2, 99))
    assert split_errors(document, [first, second, nowhere], alone=False) == ([ERROR], [second, nowhere])


def test_a_text_next_to_a_chosen_file_is_the_error_even_if_it_is_unknown() -> None:
    text = "Widget validation failed: gremlins at messages[2]"
    failure = LoadError("a text", "a conversation")
    assert split_errors(text.encode(), [failure], alone=True) == ([], [failure])
    assert split_errors(text.encode(), [failure], alone=True, with_file=True) == ([text], [])
