"""Tool ids at the edges of what a target takes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from workbench.checks.check import check
from workbench.checks.findings import Finding
from workbench.loading import load

USER = {"role": "user", "content": "Go on."}


def call(*ids: Any) -> Any:
    function = {"name": "read", "arguments": "{}"}
    calls = [{"id": call_id, "type": "function", "function": function} for call_id in ids]
    return {"role": "assistant", "content": "", "tool_calls": calls}


def result(call_id: Any) -> Any:
    return {"role": "tool", "tool_call_id": call_id, "content": "ok"}


def found(history: Any, target: str, rule: str) -> list[Finding]:
    return [finding for finding in check(load(json.dumps(history)), target).findings if finding.rule == rule]


def test_a_twin_is_told_with_the_first_that_had_its_id() -> None:
    history = [USER, call("a"), result("a"), USER, call("a"), result("a"), USER, call("a"), result("a"), USER]
    twins = found(history, "openai", "tool-id-duplicate")
    assert [(twin.message_index, twin.partner, twin.severity) for twin in twins] == [
        (4, "/1/tool_calls/0", "warning"),
        (7, "/1/tool_calls/0", "warning"),
    ]


def test_a_result_without_an_id_shares_its_cause_with_the_call_it_leaves_open() -> None:
    history = [USER, call("a"), USER, call("b"), {"role": "tool", "content": "ok"}, USER]
    (missing,) = found(history, "openai", "tool-id-missing")
    causes = {finding.id: finding.cause for finding in found(history, "openai", "tool-result-missing")}
    assert (missing.at, missing.cause) == ("/4", causes["b"])
    assert causes["a"] != causes["b"]


def test_an_id_that_is_there_and_empty_is_pointed_at() -> None:
    (missing,) = found([USER, call("a"), result(""), USER], "openai", "tool-id-missing")
    assert missing.at == "/2/tool_call_id"


@pytest.mark.parametrize(
    ("call_id", "is_taken"),
    [("0fypS1hVX", True), ("0fypS1hV", False), ("0fypS1hVXY", False), ("0fypS1hV_", False), ("0fypS1hVX\n", False)],
)
def test_mistral_takes_nine_letters_and_digits_and_nothing_else(call_id: str, is_taken: bool) -> None:
    history = [USER, call(call_id), {**result(call_id), "name": "read"}]
    assert (found(history, "mistral", "tool-id-format-mistral") == []) is is_taken


@pytest.mark.parametrize(("call_id", "is_taken"), [("toolu_1-a", True), ("toolu_1\n", False), ("toolu.1", False)])
def test_the_whole_id_must_be_of_the_alphabet(call_id: str, is_taken: bool) -> None:
    use = {"type": "tool_use", "id": call_id, "name": "read", "input": {}}
    answer = {"type": "tool_result", "tool_use_id": call_id, "content": "ok"}
    history = [USER, {"role": "assistant", "content": [use]}, {"role": "user", "content": [answer]}]
    assert (found(history, "anthropic", "tool-id-bad-chars") == []) is is_taken


def test_the_ids_of_servers_tools_are_held_to_their_own_alphabet_and_those_of_other_servers_to_none() -> None:
    def used(kind: str) -> list[Finding]:
        use = {"type": kind, "id": "call_1", "name": "web_search", "server_name": "files", "input": {}}
        answer_kind = "mcp_tool_result" if kind == "mcp_tool_use" else "web_search_tool_result"
        answer = {"type": answer_kind, "tool_use_id": "call_1", "content": []}
        return found([USER, {"role": "assistant", "content": [use, answer]}, USER], "anthropic", "tool-id-bad-chars")

    assert [finding.at for finding in used("server_tool_use")] == ["/1/content/0/id"]
    assert used("mcp_tool_use") == []


def test_gemini_needs_no_ids_wherever_its_history_goes() -> None:
    contents = [
        {"role": "user", "parts": [{"text": "Look."}]},
        {"role": "model", "parts": [{"functionCall": {"name": "read", "args": {}}}]},
        {"role": "user", "parts": [{"functionResponse": {"name": "read", "response": {"output": "ok"}}}]},
    ]
    assert found({"contents": contents}, "openai", "tool-id-missing") == []


def test_an_item_whose_type_is_no_text_is_looked_at_without_a_defect() -> None:
    report = check(load(b'{"input":{"role":"developer","type":[]}}'), "openai-responses")
    assert "item-id-missing" not in {finding.rule for finding in report.findings}
