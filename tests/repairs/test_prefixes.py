"""Calls and results with different prefixes: repair keeps the real result and connects it to its call."""

from __future__ import annotations

import pytest

from tests.prefixes import HISTORIES, Mismatched
from workbench.checks.check import check
from workbench.conversation import Conversation
from workbench.detection import detected
from workbench.formats import FORMATS
from workbench.json.text import compact
from workbench.repairs.repair import repair
from workbench.rules.editing.context import NO_RESULT


def opened(history: Mismatched) -> Conversation:
    return detected(Conversation(history.name, history.messages, history.messages), format=history.format)


def test_there_are_twenty_one_histories() -> None:
    assert len(HISTORIES) == 21


@pytest.mark.parametrize("history", HISTORIES, ids=lambda history: history.name)
def test_each_history_is_broken_for_its_target(history: Mismatched) -> None:
    rules = {finding.rule for finding in check(opened(history), history.target).errors}
    assert rules & {"tool-id-mismatch", "tool-id-mismatch-created"}


@pytest.mark.parametrize("history", HISTORIES, ids=lambda history: history.name)
def test_repair_keeps_every_real_result_and_threads_it_to_its_call(history: Mismatched) -> None:
    repaired = repair(opened(history), history.target, mind_others=False)
    assert repaired.remaining == ()
    read = FORMATS[history.format].read
    events = [event for index, message in enumerate(repaired.conversation.messages) for event in read(message, index)]
    called = {event.id for event in events if event.kind == "call"}
    results = [event for event in events if event.kind == "result"]
    assert {event.id for event in results} == called
    assert len(results) == len(history.outputs)
    for output in history.outputs:
        assert sum(output in compact(event.value) for event in results) == 1
    assert NO_RESULT not in compact(repaired.conversation.payload)


@pytest.mark.parametrize("history", HISTORIES, ids=lambda history: history.name)
def test_each_result_goes_to_the_call_of_the_same_bare_id(history: Mismatched) -> None:
    repaired = repair(opened(history), history.target, mind_others=False)
    read = FORMATS[history.format].read
    for index, message in enumerate(repaired.conversation.messages):
        for event in read(message, index):
            if event.kind == "result":
                said = next(output for output in history.outputs if output in compact(event.value))
                assert str(event.id).endswith(said.rpartition("_")[2].removeprefix("REAL RESULT "))
