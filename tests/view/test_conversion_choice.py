"""If programs convert differently, the column states whose conversion it shows and offers the others."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.features import PLAIN
from workbench.checks.check import check
from workbench.checks.report import Report
from workbench.conversation import Conversation
from workbench.detection import detected
from workbench.view.conversion_choice import conversion_choices


def report(format_name: str, target: str, sent_by: str = "") -> Report:
    messages = PLAIN[format_name]
    asked = detected(Conversation("asked", messages, messages), format=format_name)
    return check(replace(asked, sent_by=sent_by), target)


@pytest.mark.parametrize(
    ("format_name", "sent_by", "shown", "result"),
    [
        ("vercel-v4-core", "", "ai@4", '"The gate is up."'),
        ("vercel-v4-core", "spec-004", "spec-004", "The gate is up."),
        ("vercel-v4-ui", "", "ai@4", '"The gate is up."'),
        ("icontent", "", "spec-004", "The gate is up."),
        ("icontent", "ai@4", "ai@4", '"The gate is up."'),
    ],
)
def test_string_results_are_shown_as_the_chosen_program_sends_them(
    format_name: str, sent_by: str, shown: str, result: str
) -> None:
    made = report(format_name, "openai", sent_by)
    (way,) = conversion_choices(made)
    assert way["column"] == len(made.journey.stages.columns) - 1
    assert way["chosen"] == shown
    assert way["programs"] == [["spec-004", "spec 004"], ["ai@4", "AI SDK 4"]]
    assert "quotes" in way["story"]
    results = [message["content"] for message in made.journey.stages.wire.messages if message["role"] == "tool"]
    assert results == [result]


def test_a_history_of_several_versions_is_shown_as_any_of_them_sends_it() -> None:
    (way,) = conversion_choices(report("vercel-v5-model", "anthropic"))
    assert way["chosen"] == "any"
    assert [name for name, _ in way["programs"]] == ["any", "ai@4", "ai@5", "ai@6", "ai@7"]


@pytest.mark.parametrize(("format_name", "target"), [("vercel-v5-model", "ai@6"), ("openai-chat", "openai")])
def test_there_is_no_choice_if_the_target_or_nobody_converts(format_name: str, target: str) -> None:
    assert conversion_choices(report(format_name, target)) == []
