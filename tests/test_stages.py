"""The route of a conversation as columns with aligned rows, the response of each turn, and its back-conversion."""

from __future__ import annotations

import math
from typing import Any

import orjson
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.strategies import HISTORIES
from workbench.conversation import Conversation, Detection
from workbench.formats import FORMATS
from workbench.loading import load
from workbench.samples import Sample, samples
from workbench.stages import Difference, Stages, compare, stages
from workbench.targets import TARGETS, target_for

COMPLETION: Any = {
    "id": "chatcmpl-1",
    "object": "chat.completion",
    "model": "gpt-5",
    "choices": [{"index": 0, "message": {"role": "assistant", "content": "hello"}, "finish_reason": "stop"}],
    "usage": {"prompt_tokens": 3, "completion_tokens": 1, "total_tokens": 4},
}
CLAUDE: Any = {
    "id": "msg_1",
    "type": "message",
    "role": "assistant",
    "model": "claude-opus-4-5",
    "content": [{"type": "text", "text": "hello"}],
    "stop_reason": "end_turn",
    "usage": {"input_tokens": 3, "output_tokens": 1},
}


def stages_of(messages: list[Any], format_name: str, target: str, via: tuple[str, ...] | None = None) -> Stages:
    conversation = Conversation("x", messages, messages, detection=Detection(format_name))
    return stages(conversation, target_for(target, format_name), via)


def text(speaker: str, *texts: str) -> Any:
    return {"speaker": speaker, "blocks": [{"type": "text", "text": text} for text in texts]}


def call(number: int) -> Any:
    return {"type": "tool_call", "id": f"hist_tool_{number}", "name": "f", "parameters": {"n": number}}


def answer(number: int) -> Any:
    return {"type": "tool_response", "callId": f"hist_tool_{number}", "result": "ok"}


# --- columns --------------------------------------------------------------------------------------------------------


def test_an_icontent_history_reaches_the_wire_through_the_sdk() -> None:
    route = stages_of([text("human", "hello")], "icontent", "openai")
    assert [(column.kind, column.format) for column in route.columns] == [
        ("internal", "icontent"),
        ("converted", "vercel-v4-core"),
        ("converted", "openai-chat"),
    ]
    assert [column.messages for column in route.columns] == [
        [text("human", "hello")],
        [{"role": "user", "content": "hello"}],
        [{"role": "user", "content": "hello"}],
    ]


def test_the_hops_of_the_route_can_be_chosen() -> None:
    assert [column.format for column in stages_of([], "icontent", "openai", via=()).columns] == [
        "icontent",
        "openai-chat",
    ]


def test_a_history_in_the_targets_own_format_has_one_column() -> None:
    route = stages_of([{"role": "user", "content": "hello"}], "openai-chat", "openai")
    assert len(route.columns) == 1
    assert route.wire is route.columns[0]


def test_request_settings_are_converted_with_the_messages() -> None:
    request_settings = {"model": "gpt-5", "tools": [{"type": "function", "function": {"name": "f", "parameters": {}}}]}
    messages = [{"role": "system", "content": "be brief"}, {"role": "user", "content": "hello"}]
    conversation = Conversation("x", messages, messages, settings=request_settings, detection=Detection("openai-chat"))
    wire = stages(conversation, TARGETS["anthropic"]).wire
    assert wire.settings["system"] == [{"type": "text", "text": "be brief"}]
    assert wire.settings["tools"][0]["input_schema"] == {}
    assert wire.system_sources == [(0,)]


# --- aligned rows ---------------------------------------------------------------------------------------------------


def test_a_dropped_message_leaves_its_row_empty() -> None:
    route = stages_of([text("human", "a"), text("tool", "noise"), text("ai", "b")], "icontent", "openai")
    assert [route.cells(index) for index in range(3)] == [[[0], [0], [0]], [[1], [], []], [[2], [1], [1]]]


def test_split_results_are_in_the_row_of_their_message() -> None:
    history = [
        {"speaker": "ai", "blocks": [call(1), call(2)]},
        {"speaker": "tool", "blocks": [answer(1), answer(2)]},
        text("human", "thanks"),
    ]
    route = stages_of(history, "icontent", "openai")
    assert [route.cells(index)[-1] for index in range(3)] == [[0], [1, 2], [3]]
    assert [message["tool_call_id"] for message in route.wire.messages[1:3]] == ["call_1", "call_2"]


def test_merged_turns_are_in_the_row_of_the_first() -> None:
    route = stages_of([{"role": "user", "content": "a"}, {"role": "user", "content": "b"}], "openai-chat", "anthropic")
    assert [route.cells(index) for index in range(2)] == [[[0], [0]], [[1], []]]
    assert route.wire.sources == [(0, 1)]


def test_sources_are_internal_messages_after_every_hop() -> None:
    history = [
        text("human", "a"),
        {"speaker": "ai", "blocks": [call(1), call(2)]},
        {"speaker": "tool", "blocks": [answer(1), answer(2)]},
    ]
    wire = stages_of(history, "icontent", "anthropic", via=("vercel-v4-core", "openai-chat")).wire
    assert [message["role"] for message in wire.messages] == ["user", "assistant", "user"]
    assert wire.sources == [(0,), (1,), (2,)]


# --- responses and their back-conversion ----------------------------------------------------------------------------


def test_an_assistant_message_has_a_reconstructed_response() -> None:
    route = stages_of([text("human", "a"), {"speaker": "ai", "blocks": [call(1)]}], "icontent", "openai")
    assert route.response(0) is None
    response = route.response(1)
    assert response is not None
    assert response.origin == "reconstructed"
    assert response.body["choices"][0]["message"]["tool_calls"][0]["id"] == "call_1"
    assert response.contents[0]["blocks"] == [call(1)]
    assert response.back["blocks"] == [call(1)]


def test_the_round_trip_shows_what_it_changed() -> None:
    toolu = {**call(1), "id": "toolu_1"}
    route = stages_of([{"speaker": "ai", "blocks": [toolu], "metadata": {"ts": 5}}], "icontent", "openai")
    differences = {(row.path, row.kind): (row.before, row.after) for row in route.differences(0)}
    assert differences[("blocks", 0, "id"), "changed"] == ("toolu_1", "hist_tool_1")
    assert differences[("metadata", "ts"), "missing"] == (5, None)
    assert {kind for (path, kind) in differences if path[0] == "metadata" and path[1] != "ts"} == {"added"}
    assert route.differences(0) == compare(route.conversation.messages[0], route.response(0).back)  # type: ignore[union-attr]


def test_a_user_message_has_no_round_trip() -> None:
    assert stages_of([text("human", "a")], "icontent", "openai").differences(0) == []


def test_a_live_response_replaces_the_reconstructed_one() -> None:
    response = stages_of([text("human", "a"), text("ai", "b")], "icontent", "openai").response(1, live=COMPLETION)
    assert response is not None
    assert (response.origin, response.body) == ("live", COMPLETION)
    assert response.back["blocks"] == [{"type": "text", "text": "hello"}]


@pytest.mark.parametrize(("body", "target"), [(COMPLETION, "openai"), (CLAUDE, "anthropic"), (CLAUDE, "openai")])
def test_a_file_that_is_a_response_is_shown_as_recorded(body: Any, target: str) -> None:
    conversation = load(orjson.dumps(body))
    route = stages(conversation, target_for(target, conversation.format))
    response = route.response(0)
    assert response is not None
    assert (response.origin, response.body) == ("recorded", body)
    assert response.contents[0]["blocks"] == [{"type": "text", "text": "hello"}]
    assert route.recorded_answer() is None


@pytest.mark.parametrize("before", [[], [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}]])
def test_the_response_recorded_with_a_request_follows_its_last_message(before: list[Any]) -> None:
    messages = [*before, {"role": "user", "content": "c"}]
    conversation = load(orjson.dumps({"request": {"model": "gpt-5", "messages": messages}, "response": COMPLETION}))
    route = stages(conversation, TARGETS["openai"])
    answered = route.recorded_answer()
    assert answered is not None
    assert (answered.origin, answered.body) == ("recorded", COMPLETION)
    assert answered.back["content"] == "hello"
    assert route.response(len(messages) - 1) is None
    if before:
        assert route.response(1).origin == "reconstructed"  # type: ignore[union-attr]


def test_the_recorded_response_is_read_in_the_format_of_its_api() -> None:
    request = {"model": "claude-opus-4-5", "max_tokens": 9, "messages": [{"role": "user", "content": "a"}]}
    conversation = load(orjson.dumps({"request": request, "response": CLAUDE}))
    answered = stages(conversation, TARGETS["openai"]).recorded_answer()
    assert answered is not None
    assert answered.contents[0]["blocks"] == [{"type": "text", "text": "hello"}]


def test_a_history_without_a_recorded_response_has_none() -> None:
    assert stages_of([text("human", "a")], "icontent", "openai").recorded_answer() is None


def test_compare_reports_changed_missing_and_added_values() -> None:
    assert compare({"a": 1, "b": [2]}, {"a": 5, "c": {}}) == [
        Difference(("a",), 1, 5, "changed"),
        Difference(("b", 0), 2, None, "missing"),
        Difference(("c",), None, {}, "added"),
    ]


def test_compare_distinguishes_booleans_from_numbers_but_not_equal_numbers() -> None:
    assert compare({"a": 1}, {"a": True}) == [Difference(("a",), 1, True, "changed")]
    assert compare({"a": 1, "b": math.nan}, {"a": 1.0, "b": math.nan}) == []


# --- every sample, every format, every target -----------------------------------------------------------------------


def assert_stages_are_consistent(route: Stages) -> None:
    """Call everything the page uses and check that rows, sources and responses fit together."""
    count = len(route.conversation.messages)
    for column in route.columns:
        assert len(column.messages) == len(column.sources)
        assert all(0 <= source < count for sources in column.sources for source in sources)
    shown = [position for index in range(count) for position in route.cells(index)[-1]]
    assert sorted(shown) == [n for n, sources in enumerate(route.wire.sources) if sources]
    for index in range(count):
        response = route.response(index)
        assert response is None or response.origin in ("recorded", "reconstructed")
        assert isinstance(route.differences(index), list)


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.name)
def test_every_sample_reaches_its_target(sample: Sample) -> None:
    conversation = sample.load()
    route = stages(conversation, target_for(sample.target, conversation.format))
    assert route.wire.format == route.target.wire
    assert any(route.response(index) for index in range(len(conversation.messages))) or sample.expected
    assert_stages_are_consistent(route)


@pytest.mark.parametrize("name", list(HISTORIES))
@settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_no_generated_history_makes_any_target_raise(name: str, data: st.DataObject) -> None:
    messages = data.draw(HISTORIES[name])
    for target in TARGETS:
        assert_stages_are_consistent(stages_of(messages, name, target))


def test_every_format_has_generated_histories() -> None:
    assert set(HISTORIES) == set(FORMATS)
