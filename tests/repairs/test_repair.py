"""Repair of any input: it never raises, repeating it changes nothing, and it reports what remains and whom it harms."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.mutations.missing_content import lost
from tests.strategies import HISTORIES
from tests.strategies.json_values import json_values
from workbench.checks.check import check
from workbench.conversation import Conversation
from workbench.detection import detected
from workbench.formats import FORMATS
from workbench.json.patch import apply
from workbench.loading import load
from workbench.outputs.repaired_file import repaired_file_text
from workbench.repairs.fixes import with_fixes
from workbench.repairs.plan import plan
from workbench.repairs.repair import apply_fixes, repair
from workbench.rules.editing.context import NO_RESULT
from workbench.targets import TARGETS

few = settings(max_examples=15, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


def opened(messages: list[Any], format: str | None = None) -> Conversation:  # noqa: A002 - the word that users say
    return detected(Conversation("any", messages, messages), format=format)


@given(messages=st.lists(json_values, max_size=4), target=st.sampled_from([*TARGETS]))
@settings(max_examples=60, deadline=None, derandomize=True)
def test_check_and_repair_never_raise_on_any_json(messages: list[Any], target: str) -> None:
    conversation = opened(messages)
    check(conversation, target)
    repair(conversation, target, mind_others=False)


@pytest.mark.parametrize("format_name", FORMATS)
@given(data=st.data(), target=st.sampled_from([*TARGETS]), unsafe=st.booleans())
@few
def test_repairing_a_random_history_twice_changes_nothing(
    format_name: str, data: st.DataObject, target: str, unsafe: bool
) -> None:
    conversation = opened(data.draw(HISTORIES[format_name]), format_name)
    repaired = repair(conversation, target, unsafe=unsafe, mind_others=False)
    again = repair(repaired.conversation, target, unsafe=unsafe, mind_others=False)
    assert again.conversation.payload == repaired.conversation.payload


@pytest.mark.parametrize("format_name", FORMATS)
@given(data=st.data(), target=st.sampled_from([*TARGETS]))
@few
def test_safe_repair_of_a_random_history_loses_nothing(format_name: str, data: st.DataObject, target: str) -> None:
    conversation = opened(data.draw(HISTORIES[format_name]), format_name)
    repaired = repair(conversation, target, mind_others=False)
    assert lost(conversation, repaired.conversation) == [], [fix.title for fix in repaired.applied]


UNANSWERED: list[Any] = [
    {"role": "user", "content": "go"},
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": "call_1", "type": "function", "function": {"name": "look", "arguments": "{}"}}],
    },
    {"role": "user", "content": "and?"},
]


def test_a_plan_lists_safe_fixes_first_and_applying_it_repairs_the_history() -> None:
    steps = plan(opened(UNANSWERED), "openai")
    assert [step.fix.safe for step in steps] == [True]
    repaired = apply_fixes(opened(UNANSWERED), [step.fix for step in steps], "openai")
    assert repaired.messages[2] == {
        "role": "tool",
        "tool_call_id": "call_1",
        "content": "No result was recorded for this call.",
    }
    assert check(repaired, "openai").errors == []


def test_a_report_with_fixes_has_one_for_each_repairable_finding() -> None:
    report = with_fixes(check(opened(UNANSWERED), "openai"))
    assert [finding.fix is not None for finding in report.errors] == [True]


def test_the_original_is_not_changed() -> None:
    before = [*UNANSWERED]
    repair(opened(UNANSWERED), "openai")
    assert before == UNANSWERED


def test_only_faults_of_the_selected_rule_are_repaired() -> None:
    broken = [*UNANSWERED, {"role": "user", "content": None}]
    repaired = repair(opened(broken), "openai", select=frozenset({"content-null"}), mind_others=False)
    assert [finding.rule for finding in repaired.remaining] == ["tool-result-missing"]


def test_repair_lists_the_targets_that_it_harms() -> None:
    """Ids of nine letters fit Mistral and every other target, so they harm no target."""
    history: list[Any] = [
        UNANSWERED[0],
        UNANSWERED[1],
        {"role": "tool", "tool_call_id": "call_1", "content": "seen"},
        UNANSWERED[2],
    ]
    repaired = repair(opened(history), "mistral")
    assert [fix.title for fix in repaired.applied] != []
    assert repaired.harmed == ()


def a2a_part(dialect: str, kind: str, held: Any) -> Any:
    return {**{"1.0": {}, "0.3": {"kind": kind}, "0.2.1a1": {"type": kind}}[dialect], kind: held}


@pytest.mark.parametrize(
    ("dialect", "user", "agent"),
    [("1.0", "ROLE_USER", "ROLE_AGENT"), ("0.3", "user", "agent"), ("0.2.1a1", "user", "agent")],
)
@pytest.mark.parametrize("kept", ["call", "result"])
def test_messages_added_to_an_a2a_history_use_its_dialect(dialect: str, user: str, agent: str, kept: str) -> None:
    half: Any = {"call_id": "call_1", "name": "ls", "arguments": {}}
    if kept == "result":
        half = {"call_id": "call_1", "name": "ls", "output": "a.txt"}
    mark = {"kind": "message"} if dialect == "0.3" else {}
    history = [
        {**mark, "messageId": "1", "role": user, "parts": [a2a_part(dialect, "text", "List them.")]},
        {**mark, "messageId": "2", "role": agent if kept == "call" else user,
         "parts": [a2a_part(dialect, "data", {f"tool_{kept}s": [half]})]},
        {**mark, "messageId": "3", "role": agent, "parts": [a2a_part(dialect, "text", "Done.")]},
    ]  # fmt: skip
    broken = opened(history, "a2a")
    assert broken.dialect == dialect
    repaired = repair(broken, "openai")
    added = next(m for m in repaired.conversation.messages if m not in history)
    assert repaired.applied
    assert added["role"] == user
    expected = (
        [a2a_part(dialect, "data", {"tool_results": [{"call_id": "call_1", "name": "ls", "output": NO_RESULT}]})]
        if kept == "call"
        else [
            a2a_part(dialect, "text", text)
            for text in ("A tool result whose call is not in this history (tool ls, call id call_1):", "a.txt")
        ]
    )
    assert added["parts"] == expected
    assert added.get("kind") == mark.get("kind")


def test_an_invented_id_is_not_already_in_the_history() -> None:
    def call(call_id: Any) -> Any:
        return {"id": call_id, "type": "function", "function": {"name": "ls", "arguments": "{}"}}

    history: list[Any] = [
        {"role": "user", "content": "hi"},
        {"role": "assistant", "content": None, "tool_calls": [call(None)]},
        {"role": "user", "content": "and?"},
        {"role": "assistant", "content": None, "tool_calls": [call("call_1_0")]},
        {"role": "tool", "tool_call_id": "call_1_0", "content": "a.txt"},
    ]
    repaired = repair(opened(history, "openai-chat"), "openai").conversation.messages
    assert repaired[1]["tool_calls"][0]["id"] == "call_1_0_2"


def test_split_calls_get_ids_that_are_not_in_the_history() -> None:
    def call(call_id: str, arguments: str) -> Any:
        return {"id": call_id, "type": "function", "function": {"name": "ls", "arguments": arguments}}

    history: list[Any] = [
        {"role": "user", "content": "hi"},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [call("x", '{"a": 1}{"a": 2}{"a": 3}'), call("x_2", "{}")],
        },
        {"role": "tool", "tool_call_id": "x", "content": "one"},
        {"role": "tool", "tool_call_id": "x_2", "content": "two"},
    ]
    repaired = repair(opened(history, "openai-chat"), "deepseek").conversation.messages
    assert {c["id"]: c["function"]["arguments"] for c in repaired[1]["tool_calls"]} == {
        "x": '{"a": 1}', "x_2": "{}", "x_3": '{"a": 2}', "x_4": '{"a": 3}',
    }  # fmt: skip
    assert [m["tool_call_id"] for m in repaired[2:]] == ["x", "x_2", "x_3", "x_4"]
    assert [m["content"] for m in repaired[2:]] == ["one", "two", NO_RESULT, NO_RESULT]


def test_fields_that_were_not_read_as_settings_are_not_read_as_settings_after_a_fix_either() -> None:
    call = {"role": "assistant", "tool_calls": [{"function": {"name": "read"}}]}
    hidden = {"toolConfig": [], "content": [call, {"role": "user"}]}
    once = repair(load(json.dumps(hidden).encode()), "ollama", mind_others=False)
    again = repair(load(json.dumps(once.conversation.payload).encode()), "ollama", mind_others=False)
    assert once.conversation.settings == {}
    assert once.applied
    assert again.applied == ()


def test_a_result_is_no_copy_of_itself_where_the_conversion_writes_an_id_that_was_there() -> None:
    call = {"speaker": "ai", "blocks": [{"type": "tool_call", "id": "hist_tool_7"}]}
    results = [
        {"type": "tool_response", "callId": "7"},
        {"type": "tool_response", "callId": "call_7", "result": "nothing there"},
    ]
    conversation = opened([call, {"speaker": "to", "blocks": results}], "icontent")
    for target in TARGETS:
        for fix in (step.fix for step in plan(conversation, target) if step.fix.safe):
            assert "nothing there" in json.dumps(apply(conversation.payload, fix.patch)), (target, fix.title)


def test_a_repaired_file_may_be_known_as_the_file_of_a_program() -> None:
    """The repair writes the role that was missing, and with it the shape of the program's own files."""
    parts = [{"part_kind": "tool-call", "tool_name": "look", "args": {}}]
    text = json.dumps({"messages": [{"parts": parts}, {"parts": [{"part_kind": "user-prompt", "content": "a"}]}]})
    before = load(text.encode())
    after = repair(before, "groq").conversation
    written = repaired_file_text(text, [(before, after)], "groq")
    assert load(written.encode()).messages == after.messages


def test_a_fix_does_not_turn_a_file_into_the_session_of_a_program_in_another_format() -> None:
    conversation = load(json.dumps({"type": "assistant", "message": {"role": "assistant"}}).encode())
    assert conversation.format == "openai-chat"
    repaired = repair(conversation, "openai")
    assert repaired.applied == ()
    assert [finding.rule for finding in repaired.report.findings] == ["content-null"]


@pytest.mark.parametrize("ids", [("c", "c"), ({"not": "an id"}, "c"), (["c"], ["c"])])
def test_surplus_results_of_any_id_are_repaired_without_raising(ids: tuple[Any, Any]) -> None:
    answers = [{"functionResponse": {"id": id_, "name": "w", "response": {"output": "sunny"}}} for id_ in ids]
    history = opened([
        {"role": "user", "parts": [{"text": "Weather?"}]},
        {"role": "model", "parts": [{"functionCall": {"id": "c", "name": "w", "args": {}}}]},
        {"role": "user", "parts": answers},
        {"role": "user", "parts": [{"text": "Thanks."}]},
    ], format="gemini")  # fmt: skip
    for target in ("gemini", "google-adk-gemini"):
        repaired = repair(history, target=target).conversation
        assert (repaired.messages[2]["parts"] == answers[:1]) == (ids == ("c", "c"))


def test_fixes_for_the_own_provider_do_not_hide_what_other_fixes_can_do() -> None:
    """The one for the own provider moves the first result, in which another error remains."""
    call = {"type": "tool-call", "toolCallId": "call_1", "toolName": "unlock", "input": {}}
    broken = {"type": "error-text", "value": ["The battery is low."]}
    result = {"type": "tool-result", "toolCallId": "call_1", "toolName": [], "output": broken}
    said = {"type": "json", "value": {"status": 503}}
    orphan = {"type": "tool-result", "toolCallId": "call_2", "toolName": "ask", "output": said}
    history = [
        {"role": "assistant", "content": [call]},
        {"role": "user", "content": [result]},
        {"role": "tool", "content": [orphan]},
    ]
    repaired = repair(load(json.dumps(history).encode()), "cloudflare")
    assert "tool-result-orphan" not in {finding.rule for finding in repaired.remaining}
    assert "503" in json.dumps(repaired.conversation.messages[-1])
