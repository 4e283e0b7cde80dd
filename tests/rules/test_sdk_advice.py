"""What the rules advise for UI messages works with the SDK that it is said of."""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracles.features import FEATURES
from workbench.checks.check import check
from workbench.conversation import Conversation
from workbench.detection import detected


def said(messages: list[Any], target: str) -> str:
    findings = check(detected(Conversation("a", messages, messages), target=target), target).findings
    return next((finding.text for finding in findings if finding.rule == "ui-message-as-model-message"), "")


@pytest.mark.parametrize("target", ["ai@5", "ai@6", "ai@7"])
def test_tools_of_version_4_are_not_sent_to_a_conversion_that_cannot_read_them(target: str) -> None:
    assert "does not read the tools of version 4" in said(FEATURES["vercel-v4-ui"]["a call and its result"], target)
    assert "does not read" not in said(FEATURES["vercel-v5-ui"]["a call and its result"], target)
