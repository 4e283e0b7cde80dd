"""What is said of a text that is no conversation."""

from __future__ import annotations

import pytest

from workbench.loading import LoadError
from workbench.view.misread import error_meant, errors_among

ERROR = "No tool output found for function call call_9."


def test_a_providers_error_is_explained() -> None:
    told = error_meant(
        '{"error": {"message": "messages.2.content.0: unexpected `tool_use_id` found in `tool_result` blocks: x"}}'
    )
    assert "tool-result-orphan" in told
    assert "'x'" in told


@pytest.mark.parametrize("text", ["", "User: hello", '{"a": 1}', "<html>Error 500</html>", "x" * 100_000])
def test_any_other_text_is_not_taken_for_an_error(text: str) -> None:
    assert error_meant(text) == ""


def test_an_error_in_a_file_of_its_own_is_told_from_what_is_unreadable() -> None:
    failure = LoadError("a text", "a conversation", line=1, column=1)
    assert errors_among(ERROR.encode(), [failure], alone=True) == ([ERROR], [])
    assert errors_among(b"User: hello", [failure], alone=True) == ([], [failure])


def test_beside_a_conversation_only_the_line_that_could_not_be_read_is_an_error() -> None:
    document = f"{ERROR}\nhello\n".encode()
    first, second, nowhere = (LoadError("a text", "a conversation", line=line) for line in (1, 2, 99))
    assert errors_among(document, [first, second, nowhere], alone=False) == ([ERROR], [second, nowhere])


def test_a_text_beside_a_chosen_file_is_the_error_even_if_nobody_knows_its_words() -> None:
    text = "Widget validation failed: gremlins at messages[2]"
    failure = LoadError("a text", "a conversation")
    assert errors_among(text.encode(), [failure], alone=True) == ([], [failure])
    assert errors_among(text.encode(), [failure], alone=True, beside_a_file=True) == ([text], [])
