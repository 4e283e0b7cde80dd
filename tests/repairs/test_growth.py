"""The work of a repair grows in proportion to the faults of one message, whatever they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import workbench as wb
from tests.benchmarks.shapes import (
    faults_beside_an_inseparable_pair,
    faults_of_many_kinds,
    messages_of_an_older_version,
)
from tests.call_counting import calls_made
from workbench.checks.every_target import accepting, verdicts

USER = {"role": "user", "content": "Look."}


def calls_with_a_refused_name(number: int) -> Any:
    call = {"type": "function", "function": {"name": "list files", "arguments": "{}"}}
    calls = [{"id": f"call_{index}", **call} for index in range(number)]
    results = [{"role": "tool", "tool_call_id": call["id"], "content": "a.txt"} for call in calls]
    return [USER, {"role": "assistant", "content": None, "tool_calls": calls}, *results, USER]


def results_without_a_call(number: int) -> Any:
    results = [{"functionResponse": {"name": "f", "response": {"at": f"berth {index}"}}} for index in range(number)]
    call = {"functionCall": {"name": "f", "args": {}}}
    contents = [("user", [{"text": "Look."}]), ("model", [call]), ("user", results)]
    return {"contents": [{"role": role, "parts": parts} for role, parts in contents]}


def copies_of_a_call(number: int) -> Any:
    """Leaving out a copy would lose words, which the fix names, except those of a credential in the file."""
    action = {"type": "exec", "command": ["uptime"], "env": {"LAMP": "1"}}
    call = {"type": "local_shell_call", "id": "lsh_1", "call_id": "call_1", "status": "completed", "action": action}
    return {"model": "gpt-4.1", "input": [USER, *[call] * number, USER]}


def calls_with_one_number_as_id(number: int) -> Any:
    function = {"name": "list", "arguments": "{}"}
    calls = [{"role": "assistant", "tool_calls": [{"id": 7, "type": "function", "function": function}]}] * number
    results = [{"role": "tool", "tool_call_id": 7, "content": f"berth {index}"} for index in range(number)]
    return [USER, *(message for pair in zip(calls, results, strict=True) for message in pair), USER]


def turns_of_one_role(number: int) -> Any:
    return [{"role": "user", "content": [{"text": f"Look at berth {index}."}]} for index in range(number)]


def test_a_run_of_messages_of_one_role_is_merged_by_one_fix() -> None:
    repaired = wb.repair(turns_of_one_role(50), target="bedrock")
    assert [fix.title for fix in repaired.applied] == ["Merge messages 0 to 49"]
    (message,) = repaired.conversation.messages
    assert message["content"] == [{"text": f"Look at berth {index}."} for index in range(50)]


def test_other_targets_are_not_checked_further_than_their_first_error() -> None:
    """What a repair costs for all other targets together does not grow like all faults for all targets."""
    history = wb.load(faults_of_many_kinds(30))
    for_others = calls_made(lambda: accepting(history))
    assert 2 * for_others < calls_made(lambda: verdicts(history))


def test_a_pair_that_fixes_would_separate_does_not_hold_up_the_repair_of_the_rest() -> None:
    """The guard refuses those fixes. The others are not tried rule by rule because of them."""
    beside, alone = (wb.load(faults_beside_an_inseparable_pair(20, pairs)) for pairs in (1, 0))
    assert wb.repair(alone).remaining == ()
    pair = {0, 1, 2}
    assert {finding.message_index for finding in wb.repair(beside).remaining} <= pair
    assert calls_made(lambda: wb.repair(beside)) < 2.4 * calls_made(lambda: wb.repair(alone))


@pytest.mark.parametrize("target", ["google-adk", "a2a-sdk@1"])
def test_messages_of_an_older_version_are_rewritten_together(target: str) -> None:
    """The other version usually goes to another provider, whose errors are not those of this one."""
    once, twice = (wb.load(messages_of_an_older_version(number)) for number in (24, 48))
    repaired = wb.repair(once, target=target)
    assert "a2a-version-mismatch" not in {finding.rule for finding in repaired.remaining}
    assert calls_made(lambda: wb.repair(twice, target=target)) < 3 * calls_made(lambda: wb.repair(once, target=target))
    assert calls_made(lambda: wb.repair(once, target=target)) < 30 * calls_made(lambda: wb.check(once, target=target))


@pytest.mark.parametrize(
    ("history", "number"),
    [
        (calls_with_a_refused_name, 60),
        (calls_with_one_number_as_id, 100),
        (results_without_a_call, 60),
        (copies_of_a_call, 200),
    ],
)
def test_twice_as_many_faults_take_about_twice_the_work(history: Callable[[int], Any], number: int) -> None:
    once, twice = wb.load(history(number)), wb.load(history(2 * number))
    wb.repair(once)  # fills the caches that all repairs share
    assert calls_made(lambda: wb.repair(twice)) < 3 * calls_made(lambda: wb.repair(once))
