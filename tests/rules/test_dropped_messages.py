"""A message that a conversion drops is reported if it says anything, even in a form that no format has."""

from __future__ import annotations

from typing import Any

import pytest

from workbench import library

HELLO: Any = {"id": "1", "role": "user", "parts": [{"type": "text", "text": "Hello"}]}


def dropped(message: Any) -> list[str]:
    found = library.check([HELLO, message, HELLO], target="openai").findings
    return [finding.at for finding in found if finding.rule == "message-dropped"]


@pytest.mark.parametrize("message", [{"message": "The parcel is in locker 17."}, {"answer": {"words": ["Locker 17."]}}])
def test_words_under_any_key_are_reported(message: Any) -> None:
    assert dropped(message) == ["/1"]


@pytest.mark.parametrize("message", [{}, {"id": "2"}, {"id": "2", "createdAt": "2026-01-01", "answer": [None, ""]}])
def test_a_message_that_says_nothing_is_not_missed(message: Any) -> None:
    assert dropped(message) == []
