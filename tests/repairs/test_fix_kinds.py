"""The kind of a fix: the same for all conversations, with the format that it names."""

from __future__ import annotations

import pytest

from workbench.repairs.fix_kinds import kind_of_fix


@pytest.mark.parametrize(
    ("title", "kind"),
    [
        ("Re-thread to call_1 and keep the result", "Re-thread to … and keep the result"),
        (
            "Move the result after its call in message 4 and keep both",
            "Move the result after its call in message … and keep both",
        ),
        ("Keep the text", "Keep the text"),
    ],
)
def test_ids_and_numbers_of_one_conversation_are_left_out(title: str, kind: str) -> None:
    assert kind_of_fix(title) == kind


def test_the_version_in_the_title_of_a_format_stays() -> None:
    title = "Convert the other messages to Vercel AI SDK 4 CoreMessage"
    assert kind_of_fix(title) == title
