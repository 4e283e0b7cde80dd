"""Words behind the results of tools: some models refuse them, and then they get a turn of their own."""

from __future__ import annotations

from typing import Any

import pytest

from workbench import library

RESULT: Any = {"functionResponse": {"name": "read", "response": {"output": "ok"}}}


def going_on(model: str, *parts: Any) -> Any:
    call = {"functionCall": {"name": "read", "args": {}}, "thoughtSignature": "c2ln"}
    contents = [
        {"role": "user", "parts": [{"text": "Look."}]},
        {"role": "model", "parts": [call]},
        {"role": "user", "parts": list(parts)},
    ]
    return {"model": model, "contents": contents}


def test_what_follows_the_results_moves_to_a_turn_of_its_own() -> None:
    body = going_on("gemini-3.7-flash", {"text": "Here:"}, RESULT, {"text": "Go on."})
    contents = library.repair(body, "vertex-gemini").conversation.payload["contents"]
    assert contents[2:] == [
        {"role": "user", "parts": [{"text": "Here:"}, RESULT]},
        {"role": "user", "parts": [{"text": "Go on."}]},
    ]


@pytest.mark.parametrize("role", ["tool", ""])
def test_words_next_to_results_of_a_role_that_does_not_exist_stay_in_the_turn_of_the_results(role: str) -> None:
    body = going_on("gemini-2.5-flash", RESULT, {"text": "Go on."})
    body["contents"][2]["role"] = role
    repaired = library.repair(body, "gemini")
    assert not repaired.remaining
    assert {content["role"] for content in repaired.conversation.payload["contents"][2:]} == {"user"}


@pytest.mark.parametrize(
    ("model", "severities"),
    [("gemini-3.7-flash", ["error"]), ("gemini-2.5-flash", ["info"]), ("gemini-9-flash", ["warning"])],
)
def test_whether_words_behind_results_are_refused_depends_on_the_model(model: str, severities: list[str]) -> None:
    found = library.check(going_on(model, RESULT, {"text": "Go on."}), "vertex-gemini").findings
    assert [finding.severity for finding in found if finding.rule == "tool-result-mixed-with-text"] == severities


def test_words_in_front_of_the_results_are_accepted() -> None:
    report = library.check(going_on("gemini-3.7-flash", {"text": "Here:"}, RESULT), "vertex-gemini")
    assert [finding.rule for finding in report.findings if finding.severity != "info"] == []
