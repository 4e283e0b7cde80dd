"""The preflight of a provider switch: what it loses and changes, and whether the target will accept it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies import HISTORIES
from workbench.checks.preflight import IdChange, preflight
from workbench.conversation import Conversation
from workbench.conversion import as_conversation, converted_document
from workbench.detection import detected
from workbench.formats import FORMATS
from workbench.json.pointer import resolve

CALL = {"id": "call_1", "type": "function", "function": {"name": "ls", "arguments": "{}"}}
HISTORY: list[Any] = [
    {"role": "user", "content": "List the files.", "name": "ann"},
    {"role": "assistant", "content": None, "tool_calls": [CALL]},
    {"role": "tool", "tool_call_id": "call_1", "content": "a.txt"},
]


def conversation(messages: list[Any], **settings_: Any) -> Conversation:
    return detected(Conversation("c", messages, messages, settings=settings_))


def test_a_healthy_history_will_be_accepted_and_its_ids_stay() -> None:
    flight = preflight(conversation(HISTORY), "anthropic")
    assert flight.accepted
    assert flight.route == ("openai-chat", "anthropic")
    assert flight.ids == (IdChange("call_1", "call_1"),)
    assert [told.loss.source.path for told in flight.losses] == [("name",)]


def test_a_history_that_starts_with_a_result_will_not_be_accepted() -> None:
    flight = preflight(conversation(HISTORY[2:]), "anthropic")
    assert not flight.accepted
    assert flight.report.target.name == "anthropic"


def test_settings_with_another_meaning_in_the_target_format_are_dropped() -> None:
    assert preflight(conversation(HISTORY, temperature=1, model="m"), "gemini").settings_left_behind == ("temperature",)


def test_an_invented_value_is_reported() -> None:
    contents = [{"role": "model", "parts": [{"functionCall": {"name": "ls", "args": {}}}]}]
    flight = preflight(conversation(contents), "openai-chat", ("icontent",))
    assert flight.invented


@pytest.mark.parametrize("to", ["vercel-v4-ui", "vercel-v5-ui"])
def test_results_of_one_id_in_several_turns_report_only_values_that_the_document_has(to: str) -> None:
    def use(tool_id: str) -> Any:
        return {"toolUse": {"toolUseId": tool_id, "name": "ls", "input": {"a": 1}}}

    def result(tool_id: str) -> Any:
        return {"toolResult": {"toolUseId": tool_id, "content": [{"text": f"seen {tool_id}"}]}}

    turns = [
        ("assistant", [use("c1")]),
        ("user", [result("c1")]),
        ("user", [result("c1")]),
        ("assistant", [{"text": "Go"}, use("c2"), use("c1")]),
        ("user", [result("c2"), result("c3")]),
        ("assistant", [{"text": "On"}, use("c4"), use("c5")]),
        ("user", [result("c1"), result("c5")]),
    ]
    flight = preflight(conversation([{"role": role, "content": content} for role, content in turns]), to)
    assert [resolve(flight.document, invented.at) for invented in flight.invented] == [
        invented.value for invented in flight.invented
    ]


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(sorted(HISTORIES)).flatmap(lambda name: HISTORIES[name]), st.sampled_from(sorted(FORMATS)))
def test_every_history_has_a_preflight_for_every_format(history: list[Any], to: str) -> None:
    source = conversation(history)
    flight = preflight(source, to)
    assert flight.document == converted_document(source, to)
    again = as_conversation("c", flight.document, to)
    assert again.format == to
    assert all(again.pointer(index) for index in range(len(again.messages)))
