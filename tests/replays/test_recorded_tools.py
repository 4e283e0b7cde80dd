"""An entire agent run is replayed from its recording, and nothing is executed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.replays.histories import AGENT_RUN, TIDES, WEATHER, agent_run, conversation
from tests.replays.servers import http, server
from workbench.converters import route
from workbench.json.text import compact
from workbench.loading import load
from workbench.rehearsal import Rehearsal
from workbench.replays import Endpoint
from workbench.replays.embedded_model import add_recording, rehearsal_endpoint
from workbench.replays.recorded_tools import RecordedCall, RecordedTools, ToolCall
from workbench.replays.run import replay


def assistant(content: str | None, *calls: tuple[str, str, Any]) -> Any:
    tool_calls = [{"id": i, "type": "function", "function": {"name": n, "arguments": compact(a)}} for i, n, a in calls]
    return {"role": "assistant", "content": content, **({"tool_calls": tool_calls} if tool_calls else {})}


def scripted(*messages: Any) -> object:
    """Return a model that answers with these messages in order."""
    remaining = list(messages)

    def answer(request: bytes) -> bytes:
        body = {"choices": [{"index": 0, "message": remaining.pop(0), "finish_reason": "stop"}]}
        return http(200, compact(body))

    return answer


@pytest.mark.parametrize("stream", [True, False])
@pytest.mark.parametrize("target", ["openai", "openai-responses", "anthropic", "bedrock"])
def test_the_embedded_model_and_the_recorded_tools_replay_the_entire_run(
    rehearsal: Rehearsal, target: str, stream: bool
) -> None:
    endpoint = rehearsal_endpoint(rehearsal, target)
    add_recording(rehearsal, agent_run(), endpoint, 1)
    record = replay(agent_run(), endpoint, up_to=1, stream=stream, recorded_tools=True)
    assert record.ended == "answered"
    assert len(record.exchanges) == 2
    assert record.text == "I look at both.\n\nYes: leave before nine."
    assert [moment.value["call"]["name"] for moment in record.events if moment.kind == "tool"] == ["weather", "tides"]


@pytest.mark.parametrize("file", ["icontent", "vercel-v4-core", "vercel-v5-model"])
def test_a_run_in_any_format_is_replayed(rehearsal: Rehearsal, file: str) -> None:
    messages: list[Any] = AGENT_RUN
    for edge in route("openai-chat", file):
        messages = [row.message for row in edge.convert(messages, {})]
    source = load(compact(messages).encode(), "run", file)
    endpoint = rehearsal_endpoint(rehearsal, "openai")
    add_recording(rehearsal, source, endpoint, 1)
    record = replay(source, endpoint, up_to=1, recorded_tools=True)
    assert record.ended == "answered"
    assert record.text.endswith("Yes: leave before nine.")
    assert record.comparison
    assert record.comparison["same"]


def test_the_recorded_answer_gets_the_new_id() -> None:
    script = scripted(assistant(None, ("call_new", "weather", {"city": "Brest"})), assistant("Fine."))
    with server(script) as url:  # type: ignore[arg-type]
        record = replay(agent_run(), Endpoint(url, "m"), up_to=1, stream=False, recorded_tools=True)
    assert record.ended == "answered"
    assert record.exchanges[1].body["messages"][-1] == {
        "role": "tool",
        "tool_call_id": "call_new",
        "content": "wind 3, sun",
    }


def test_an_unrecorded_call_stops_the_replay_and_is_reported() -> None:
    with server(scripted(assistant("Well.", ("call_new", "weather", {"city": "Nantes"})))) as url:  # type: ignore[arg-type]
        record = replay(agent_run(), Endpoint(url, "m"), up_to=1, stream=False, recorded_tools=True)
    assert record.ended == "unrecorded-call"
    assert record.unrecorded == {"id": "call_new", "name": "weather", "arguments": {"city": "Nantes"}}
    assert record.text == "Well."


def test_the_user_may_choose_an_answer_for_a_call_that_was_not_recorded() -> None:
    def choose(call: ToolCall, recorded: object) -> RecordedCall | str | None:
        assert [answer.name for answer in recorded] == ["weather", "tides"]  # type: ignore[attr-defined]
        return "rain" if call.name == "weather" else recorded[1]  # type: ignore[index]

    script = scripted(assistant(None, ("a", "weather", {"city": "Nantes"}), ("b", "tides", {})), assistant("Stay."))
    with server(script) as url:  # type: ignore[arg-type]
        record = replay(agent_run(), Endpoint(url, "m"), up_to=1, stream=False, choose=choose)
    assert record.ended == "answered"
    assert [message["content"] for message in record.exchanges[1].body["messages"][-2:]] == ["rain", "high at 09:12"]


def test_a_run_that_never_ends_is_stopped_at_the_limit() -> None:
    calling = assistant(None, ("again", "weather", {"city": "Brest"}))
    with server(scripted(*[calling] * 9)) as url:  # type: ignore[arg-type]
        record = replay(agent_run(), Endpoint(url, "m"), up_to=1, stream=False, recorded_tools=True, limit=3)
    assert record.ended == "limit"
    assert len(record.exchanges) == 3


def test_equal_calls_get_their_answers_in_order_and_then_the_last_one_again() -> None:
    call: Any = assistant(None, ("1", "ls", {"b": 1, "a": 2}))
    history: list[Any] = [
        call,
        {"role": "tool", "tool_call_id": "1", "content": "one"},
        assistant(None, ("2", "ls", {"a": 2, "b": 1})),
        {"role": "tool", "tool_call_id": "2", "content": "two"},
    ]
    tools = RecordedTools("openai-chat", history, start=2)
    new_call = ToolCall("n", "ls", {"a": 2, "b": 1})
    answers: list[Any] = [tools.answer(new_call) for _ in range(3)]
    assert [answer["content"] for answer in answers] == ["two", "one", "one"]


def test_without_recorded_tools_a_call_is_the_answer(rehearsal: Rehearsal) -> None:
    source = conversation([{"role": "user", "content": "Weather?"}], tools=[WEATHER, TIDES])
    record = replay(source, rehearsal_endpoint(rehearsal, "openai"))
    assert record.ended == "answered"
    assert json.loads(record.response["choices"][0]["message"]["tool_calls"][0]["function"]["arguments"]) == {
        "city": "example"
    }


def test_deeply_nested_calls_match_whatever_the_order_of_their_keys() -> None:
    deep: Any = {"a": 1, "b": 2}
    reordered: Any = {"b": 2, "a": 1}
    for _ in range(1_000):
        deep, reordered = {"x": [deep], "y": 0}, {"y": 0, "x": [reordered]}
    history: list[Any] = [
        {"role": "assistant", "tool_calls": [{"id": "c1", "function": {"name": "f", "arguments": deep}}]},
        {"role": "tool", "tool_call_id": "c1", "content": "found"},
    ]
    tools = RecordedTools("openai-chat", history)
    answer = tools.answer(ToolCall("c2", "f", reordered))
    assert answer == {"role": "tool", "tool_call_id": "c2", "content": "found"}
    assert tools.answer(ToolCall("c3", "f", {"x": {"0": 1}})) is None
    assert RecordedTools("openai-chat", history).answer(ToolCall("c2", "g", reordered)) is None


def test_a_list_does_not_match_an_object_with_numeric_keys() -> None:
    call = {"id": "c1", "function": {"name": "f", "arguments": {"x": [1]}}}
    history: list[Any] = [
        {"role": "assistant", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": ""},
    ]
    assert RecordedTools("openai-chat", history).answer(ToolCall("c2", "f", {"x": {"0": 1}})) is None
