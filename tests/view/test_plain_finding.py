"""What a provider's error means, for a reader who has never seen JSON."""

from __future__ import annotations

from collections.abc import Sequence

import workbench
from tests.triage.test_judging import RENAMED
from workbench.checks.check import check
from workbench.locating import locate
from workbench.view.plain_finding import plain_explanation

LISTED = "The answer from the tool “dome_log” can no longer be matched to its question."
"""The words of the only finding that the page lists for this history."""


def explained(error: str, history: Sequence[object] = RENAMED) -> str:
    conversation = workbench.load(history)
    return plain_explanation(check(conversation, "openai"), locate(conversation, error))


def test_an_error_about_a_consequence_is_explained_by_the_cause_that_the_page_lists() -> None:
    missing = (
        "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'."
    )
    assert explained(missing) == LISTED


def test_an_unknown_error_is_not_said_to_be_about_the_first_problem() -> None:
    assert explained("Request timed out") == (
        f"This error is not known here. The first problem in this conversation: {LISTED}"
    )


def test_an_error_whose_fault_is_not_in_the_conversation_is_explained_by_its_rule() -> None:
    orphan = (
        "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'."
    )
    assert explained(orphan, [{"role": "user", "content": "hi"}]) == (
        "The answer from a tool is there, but its question is missing."
    )


def test_an_error_about_the_account_is_explained_as_it_is() -> None:
    assert explained("429 rate limit exceeded") == (
        "The error is about a limit or the balance of the account, not about the conversation."
    )
