"""A model is found by the beginning of its name, whatever gateway, region or vendor is before it."""

from __future__ import annotations

import pytest

from workbench.targets.models import MODELS, Model, facts_of


@pytest.mark.parametrize(
    "name",
    [
        "claude-sonnet-4-5",
        "claude-sonnet-4-5-20250929",
        "us.anthropic.claude-sonnet-4-5-20250929-v1:0",
        "anthropic/claude-sonnet-4.5",
        "openrouter/anthropic/claude-sonnet-4.5",
        "arn:aws:bedrock:us-east-1:1234:inference-profile/us.anthropic.claude-sonnet-4-5-20250929-v1:0",
        "claude-sonnet-4-5@20250929",
    ],
)
def test_one_model_is_known_under_all_its_names(name: str) -> None:
    facts = facts_of(name)
    assert (facts.window, facts.prefills, facts.sampling) == (200_000, True, "one")


def test_a_longer_prefix_overrules_a_shorter_one() -> None:
    assert facts_of("gpt-5-mini").efforts == ("minimal", "low", "medium", "high")
    assert facts_of("gpt-5-pro-2025-10-06").efforts == ("high",)
    assert facts_of("gemini-3-pro-preview").signs_calls is True
    assert facts_of("gemini-3-pro-image-preview").signs_calls is False


def test_what_is_not_known_to_hold_for_a_newer_model_is_forgotten() -> None:
    assert facts_of("gpt-5-mini").stops is False
    assert facts_of("gpt-5.2-pro").stops is None
    assert facts_of("gpt-5-chat-latest").sampling is None


def test_a_prefix_ends_where_a_word_of_the_name_ends() -> None:
    assert facts_of("gpt-4.1-mini").window == 1_047_576
    assert facts_of("gpt-4-1106-preview").window == 128_000


@pytest.mark.parametrize("name", [None, "", "a-model-nobody-knows", "o", "claude"])
def test_of_an_unknown_model_nothing_is_claimed(name: str | None) -> None:
    assert facts_of(name) == Model()


def test_every_row_says_where_and_when_it_was_read() -> None:
    assert [row.prefix for row in MODELS if not row.source or not row.seen.startswith("2026")] == []
