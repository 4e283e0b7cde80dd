"""Turns detection off for the tests of loading; detection has its own tests."""

from __future__ import annotations

import pytest

from workbench import detection
from workbench.conversation import Conversation


@pytest.fixture(autouse=True)
def no_detection(monkeypatch: pytest.MonkeyPatch) -> None:
    def undetected(conversation: Conversation, format: str | None) -> Conversation:  # noqa: A002 - the loader's word
        return conversation

    monkeypatch.setattr(detection, "detected", undetected)
