"""A whole agent run is replayed from its recording, and nothing is executed."""

from __future__ import annotations

import json

import pytest

from tests.replays.histories import AGENT_RUN, TIDES, WEATHER, agent_run, conversation
from tests.replays.servers import http, server
from workbench.converters import route
from workbench.json.text import Json, compact
from workbench.loading import load
from workbench.rehearsal import Rehearsal
from workbench.replays import Endpoint
from workbench.replays.embedded import endpoint_of, remember
from workbench.replays.recorded_tools import Asked, Recorded, RecordedTools
from workbench.replays.run import replay


def says(content: str | None, *calls: tuple[str, str, Json]) -> Json:
    made = [{"id": i, "type": "function", "function": {"name": n, "arguments": compact(a)}} for i, n, a in calls]
    return {"role": "assistant", "content": content, **({"tool_calls": made} if made else {})}


def scripted(*messages: Json) -> object:
    """A model that says these, one after the other."""
    waiting = list(messages)

    def answer(request: bytes) -> bytes:
        body = {"choices": [{"index": 0, "message": waiting.pop(0), "finish_reason": "stop"}]}
        return http(200, compact(body))

    return answer


@pytest.mark.parametrize("stream", [True, False])
@pytest.mark.parametrize("target", ["openai", "openai-responses", "anthropic", "bedrock"])
def test_the_embedded_model_and_the_recorded_tools_play_the_whole_run(
    rehearsal: Rehearsal, target: str, stream: bool
) -> None:
    endpoint = endpoint_of(rehearsal, target)
    remember(rehearsal, agent_run(), endpoint, 1)
    record = replay(agent_run(), endpoint, up_to=1, stream=stream, recorded_tools=True)
    assert record.ended == "answered"
    assert len(record.exchanges) == 2
    assert record.text == "I look at both.\n\nYes: leave before nine."
    assert [moment.value["call"]["name"] for moment in record.events if moment.kind == "tool"] == ["weather", "tides"]


@pytest.mark.parametrize("file", ["icontent", "vercel-v4-core", "vercel-v5-model"])
def test_a_run_in_any_format_is_played_on_the_wire(rehearsal: Rehearsal, file: str) -> None:
    messages: list[Json] = AGENT_RUN
    for edge in route("openai-chat", file):
        messages = [row.message for row in edge.convert(messages, {})]
    source = load(compact(messages).encode(), "run", file)
    endpoint = endpoint_of(rehearsal, "openai")
    remember(rehearsal, source, endpoint, 1)
    record = replay(source, endpoint, up_to=1, recorded_tools=True)
    assert record.ended == "answered"
    assert record.text.endswith("Yes: leave before nine.")
    assert record.comparison["same"]


def test_the_recorded_answer_goes_under_the_new_id() -> None:
    script = scripted(says(None, ("call_new", "weather", {"city": "Brest"})), says("Fine."))
    with server(script) as url:  # type: ignore[arg-type]
        record = replay(agent_run(), Endpoint(url, "m"), up_to=1, stream=False, recorded_tools=True)
    assert record.ended == "answered"
    assert record.exchanges[1].body["messages"][-1] == {
        "role": "tool",
        "tool_call_id": "call_new",
        "content": "wind 3, sun",
    }


def test_an_unrecorded_call_stops_the_replay_and_says_so() -> None:
    with server(scripted(says("Well.", ("call_new", "weather", {"city": "Nantes"})))) as url:  # type: ignore[arg-type]
        record = replay(agent_run(), Endpoint(url, "m"), up_to=1, stream=False, recorded_tools=True)
    assert record.ended == "unrecorded-call"
    assert record.unrecorded == {"id": "call_new", "name": "weather", "arguments": {"city": "Nantes"}}
    assert record.text == "Well."


def test_the_user_may_choose_an_answer_for_a_call_that_was_not_recorded() -> None:
    def choose(call: Asked, recorded: object) -> Recorded | str | None:
        assert [answer.name for answer in recorded] == ["weather", "tides"]  # type: ignore[attr-defined]
        return "rain" if call.name == "weather" else recorded[1]  # type: ignore[index]

    script = scripted(says(None, ("a", "weather", {"city": "Nantes"}), ("b", "tides", {})), says("Stay."))
    with server(script) as url:  # type: ignore[arg-type]
        record = replay(agent_run(), Endpoint(url, "m"), up_to=1, stream=False, choose=choose)
    assert record.ended == "answered"
    assert [message["content"] for message in record.exchanges[1].body["messages"][-2:]] == ["rain", "high at 09:12"]


def test_a_model_that_never_ends_is_ended() -> None:
    asking = says(None, ("again", "weather", {"city": "Brest"}))
    with server(scripted(*[asking] * 9)) as url:  # type: ignore[arg-type]
        record = replay(agent_run(), Endpoint(url, "m"), up_to=1, stream=False, recorded_tools=True, limit=3)
    assert record.ended == "limit"
    assert len(record.exchanges) == 3


def test_equal_calls_get_their_answers_in_order_and_the_last_again() -> None:
    call: Json = says(None, ("1", "ls", {"b": 1, "a": 2}))
    history: list[Json] = [
        call,
        {"role": "tool", "tool_call_id": "1", "content": "one"},
        says(None, ("2", "ls", {"a": 2, "b": 1})),
        {"role": "tool", "tool_call_id": "2", "content": "two"},
    ]
    tools = RecordedTools("openai-chat", history, start=2)
    asked = Asked("n", "ls", {"a": 2, "b": 1})
    answers: list[Json] = [tools.answer(asked) for _ in range(3)]
    assert [answer["content"] for answer in answers] == ["two", "one", "one"]


def test_without_recorded_tools_a_call_is_the_answer(rehearsal: Rehearsal) -> None:
    source = conversation([{"role": "user", "content": "Weather?"}], tools=[WEATHER, TIDES])
    record = replay(source, endpoint_of(rehearsal, "openai"))
    assert record.ended == "answered"
    assert json.loads(record.response["choices"][0]["message"]["tool_calls"][0]["function"]["arguments"]) == {
        "city": "example"
    }


def test_calls_are_the_same_whatever_the_order_of_keys_and_however_deep() -> None:
    deep: Json = {"a": 1, "b": 2}
    turned: Json = {"b": 2, "a": 1}
    for _ in range(1_000):
        deep, turned = {"x": [deep], "y": 0}, {"y": 0, "x": [turned]}
    history: list[Json] = [
        {"role": "assistant", "tool_calls": [{"id": "c1", "function": {"name": "f", "arguments": deep}}]},
        {"role": "tool", "tool_call_id": "c1", "content": "found"},
    ]
    tools = RecordedTools("openai-chat", history)
    found = tools.answer(Asked("c2", "f", turned))
    assert found == {"role": "tool", "tool_call_id": "c2", "content": "found"}
    assert tools.answer(Asked("c3", "f", {"x": {"0": 1}})) is None
    assert RecordedTools("openai-chat", history).answer(Asked("c2", "g", turned)) is None


def test_a_list_is_no_object_with_numbers_for_keys() -> None:
    call = {"id": "c1", "function": {"name": "f", "arguments": {"x": [1]}}}
    history: list[Json] = [
        {"role": "assistant", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": ""},
    ]
    assert RecordedTools("openai-chat", history).answer(Asked("c2", "f", {"x": {"0": 1}})) is None
