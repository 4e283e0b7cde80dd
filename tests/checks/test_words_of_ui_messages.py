"""The error message for a fault inside a UI message that is passed where model messages are expected."""

from __future__ import annotations

import json

from workbench.checks.check import check
from workbench.detection import detected
from workbench.loading import load


def test_a_call_that_was_stopped_has_the_words_that_follow_after_the_conversion() -> None:
    tool = {"type": "tool-list_ships", "toolCallId": "call_1", "state": "input-available", "input": {"port": "Varna"}}
    messages = [
        {"id": "m1", "role": "user", "parts": [{"type": "text", "text": "Look."}]},
        {"id": "m2", "role": "assistant", "parts": [tool]},
        {"id": "m3", "role": "user", "parts": [{"type": "text", "text": "Stop."}]},
    ]
    report = check(detected(load(json.dumps(messages)), target="ai@6"), "ai@6")
    words = {finding.rule: finding.provider_error or "" for finding in report.errors}
    assert words["ui-tool-state-incomplete"].startswith("AI_MissingToolResultsError: Tool result is missing")
    assert words["ui-message-as-model-message"].startswith("AI_InvalidPromptError")
