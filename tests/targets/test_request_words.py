"""The error messages that a target's requirements for requests state are the ones that a user reads."""

from __future__ import annotations

import pytest

from workbench.targets import TARGETS
from workbench.targets.requests import REQUESTS

_OWN = {("deepseek-anthropic", "thinking-forced-tool")}
"""Messages that the target states again, more exactly."""


@pytest.mark.parametrize("name", sorted(REQUESTS))
def test_no_inherited_message_hides_one_about_the_request(name: str) -> None:
    hidden = [rule for rule, words in REQUESTS[name].words.items() if TARGETS[name].words[rule] != words]
    assert [rule for rule in hidden if (name, rule) not in _OWN] == []
