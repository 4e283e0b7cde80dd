"""The real client talks to the embedded model over real sockets, streamed and whole."""

from __future__ import annotations

import os
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from tests.replays.histories import AGENT_RUN, BROKEN, KEY, TIDES, WEATHER, agent_run, conversation
from tests.replays.servers import http, server
from tests.strategies.json_values import json_values
from tests.strategies.openai_chat import history
from workbench.rehearsal import Rehearsal
from workbench.replays import Endpoint, Moment
from workbench.replays.embedded_model import add_recording, endpoint_for_conversation, rehearsal_endpoint
from workbench.replays.record import record_from_json
from workbench.replays.run import replay
from workbench.targets import TARGETS


@pytest.fixture
def endpoint(rehearsal: Rehearsal) -> Endpoint:
    return replace(rehearsal_endpoint(rehearsal, "openai"), key=KEY)


@pytest.mark.parametrize("stream", [True, False])
def test_text_is_yielded_and_usage_comes_last(endpoint: Endpoint, stream: bool) -> None:
    record = replay(conversation(AGENT_RUN), endpoint, stream=stream)
    *texts, usage = record.contents
    assert record.ended == "answered"
    assert (len(texts) > 5) is stream
    assert all(content["blocks"][0]["type"] == "text" for content in texts)
    assert record.text.startswith(
        "This is a rehearsal: no model was called. OpenAI would accept this history of 6 messages"
    )
    assert usage["blocks"] == []
    assert usage["metadata"]["usage"] == record.usage
    assert usage["metadata"]["finishReason"] == "stop"
    assert record.model == "rehearsal-openai"


@pytest.mark.parametrize("stream", [True, False])
def test_all_tool_calls_are_in_one_content_after_the_text(
    rehearsal: Rehearsal, endpoint: Endpoint, stream: bool
) -> None:
    add_recording(rehearsal, agent_run(), endpoint, 1)
    record = replay(agent_run(), endpoint, up_to=1, stream=stream)
    calls = record.contents[-2]["blocks"]
    assert record.text == "I look at both."
    assert calls == [
        {"type": "tool_call", "id": "hist_tool_w", "name": "weather", "parameters": {"city": "Brest"}},
        {"type": "tool_call", "id": "hist_tool_t", "name": "tides", "parameters": {"port": "Brest"}},
    ]
    assert record.response["choices"][0]["message"]["tool_calls"] == AGENT_RUN[1]["tool_calls"]
    assert record.comparison
    assert record.comparison["same"]


def test_a_stream_and_a_whole_response_have_the_same_content(endpoint: Endpoint) -> None:
    streamed, whole = (replay(conversation(AGENT_RUN), endpoint, stream=stream) for stream in (True, False))
    assert streamed.text == whole.text
    assert streamed.usage == whole.usage
    assert streamed.response["choices"][0]["message"]["content"] == whole.response["choices"][0]["message"]["content"]


def test_the_responses_api_is_generated_in_the_same_order(rehearsal: Rehearsal) -> None:
    tools = [{"type": "function", "name": "tides", "parameters": {"type": "object", "properties": {}}}]
    source = conversation([{"role": "user", "content": "Tides?"}])
    endpoint = rehearsal_endpoint(rehearsal, "openai-responses")
    for stream in (True, False):
        with_text = replay(source, endpoint, stream=stream)
        assert with_text.wire == "openai-responses"
        assert with_text.text.startswith("This is a rehearsal")
        assert with_text.contents[-1]["metadata"]["usage"]["outputTokens"] > 0
        with_call = replay(structs.replace(source, settings={"tools": [TIDES]}), endpoint, stream=stream)
        assert [block["name"] for block in with_call.contents[-2]["blocks"]] == ["tides"]
        assert with_call.request["tools"][0]["name"] == tools[0]["name"]


def test_every_event_is_recorded_with_its_time(endpoint: Endpoint) -> None:
    events: list[Moment] = []
    record = replay(conversation(AGENT_RUN), endpoint, on_event=events.append)
    kinds = [moment.kind for moment in record.events]
    assert tuple(events) == record.events
    assert kinds[:3] == ["request", "response", "chunk"]
    assert [moment.at for moment in record.events] == sorted(moment.at for moment in record.events)
    assert record.exchanges[0].status == 200
    assert record.exchanges[0].headers["authorization"] == "***"
    assert record.exchanges[0].url.endswith("/v1/chat/completions")


@pytest.mark.parametrize("stream", [True, False])
def test_a_refusal_has_the_providers_message_the_place_and_the_fix(endpoint: Endpoint, stream: bool) -> None:
    record = replay(conversation(BROKEN), endpoint, stream=stream)
    assert record.ended == "refused"
    assert record.error is not None
    assert record.error.status == 400
    assert record.error.words == (
        "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'."
    )
    assert (record.error.param, record.error.type) == ("messages.[1].role", "invalid_request_error")
    assert record.error.request_id is not None
    assert not record.error.retryable
    assert record.located is not None
    assert (record.located.at, record.located.message_index) == ("/messages/1", 1)
    assert record.located.rule == "tool-result-orphan"
    assert record.located.fix


def test_an_open_call_is_refused_when_it_is_sent(endpoint: Endpoint) -> None:
    record = replay(conversation(AGENT_RUN[:2]), endpoint)
    assert record.error is not None
    assert (
        record.error.words.endswith("did not have response messages: call_w, call_t") or "call_w" in record.error.words
    )
    assert record.located is not None
    assert record.located.rule == "tool-result-missing"


def test_an_sdk_refuses_before_anything_is_sent() -> None:
    result = {"type": "tool-result", "toolCallId": "a", "result": "ok"}
    messages: list[Any] = [
        {"role": "user", "content": "hi"},
        {"role": "assistant", "content": [{"type": "tool-call", "toolCallId": "a", "toolName": "ls", "args": {}}]},
        {"role": "tool", "content": [result]},
    ]
    from workbench.json.text import compact
    from workbench.loading import load

    record = replay(load(compact(messages).encode()), target="ai@4")
    assert record.ended == "refused"
    assert record.error is not None
    assert record.error.words.startswith("AI_InvalidPromptError")
    assert record.exchanges == ()
    assert record.located is not None
    assert record.located.rule == "tool-result-name-missing"


def test_an_endpoint_that_is_not_allowed_receives_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORKBENCH_ALLOWED_ENDPOINTS", "https://api.openai.com/v1")
    record = replay(conversation(AGENT_RUN), Endpoint("http://127.0.0.1:9/v1", "m"))
    assert record.error is not None
    assert record.error.kind == "not-allowed"
    assert record.exchanges == ()


def test_a_replay_can_run_inside_an_event_loop(endpoint: Endpoint) -> None:
    import asyncio

    async def inside() -> str:
        return replay(conversation(AGENT_RUN), endpoint).ended

    assert asyncio.run(inside()) == "answered"


def test_a_stopped_replay_keeps_what_was_received_and_leaves_no_thread(rehearsal: Rehearsal) -> None:
    before = set(threading.enumerate())
    stop = threading.Event()

    def stop_after_three(moment: Moment) -> None:
        if moment.kind == "content" and moment.value["blocks"][0]["text"].startswith("rehearsal"):
            stop.set()

    slow = rehearsal_endpoint(rehearsal, "openai", fault="slow:0.3")
    record = replay(conversation(AGENT_RUN), slow, stop=stop, on_event=stop_after_three)
    assert record.ended == "stopped"
    assert record.stopped
    assert record.text.startswith("This is a rehearsal")
    assert record.text in "This is a rehearsal: no model was called."
    assert record.response["choices"][0]["message"]["content"] == record.text
    assert record.usage is None
    assert set(threading.enumerate()) <= before


def test_a_replay_that_waits_for_its_first_byte_is_stopped_at_once(rehearsal: Rehearsal) -> None:
    stop = threading.Event()
    threading.Timer(0.2, stop.set).start()
    began = time.monotonic()
    record = replay(
        conversation(AGENT_RUN), rehearsal_endpoint(rehearsal, "openai", fault="slow:60"), stop=stop, stream=False
    )
    assert record.stopped
    assert record.contents == ()
    assert time.monotonic() - began < 30


def test_a_stopped_replay_closes_its_sockets() -> None:
    before = open_sockets()
    with server(b"", hang=True) as url:
        for stream in (True, False):
            stop = threading.Event()
            timer = threading.Timer(0.1, stop.set)
            timer.start()
            assert replay(conversation(AGENT_RUN), Endpoint(url, "m"), stop=stop, stream=stream).stopped
            timer.join()
    assert open_sockets() <= before


def open_sockets() -> int:
    links = (os.readlink(entry) for entry in Path("/proc/self/fd").iterdir() if entry.is_symlink())
    return sum(link.startswith("socket:") for link in links)


def test_fifty_replays_at_once_are_not_mixed_up(rehearsal: Rehearsal) -> None:
    endpoint = rehearsal_endpoint(rehearsal, "openai")
    records: dict[int, str] = {}

    def replay_room(number: int) -> None:
        history = [
            {"role": "user", "content": f"What is the number of room {number}?"},
            {"role": "assistant", "content": f"Room {number} has the number {number * 7919}."},
        ]
        source = conversation(history, tools=[WEATHER])
        add_recording(rehearsal, source, endpoint, 1)
        record = replay(source, endpoint, up_to=1, stream=number % 2 == 0)
        assert record.comparison is not None
        assert record.comparison["same"]
        records[number] = record.text

    before = set(threading.enumerate())
    threads = [threading.Thread(target=replay_room, args=(number,)) for number in range(50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert records == {number: f"Room {number} has the number {number * 7919}." for number in range(50)}
    assert set(threading.enumerate()) <= before


def test_parameters_of_the_base_url_come_after_the_path() -> None:
    seen: list[bytes] = []

    def answer(request: bytes) -> bytes:
        seen.append(request)
        return http(200, '{"choices": [{"message": {"content": "Hi"}, "finish_reason": "stop"}]}')

    with server(answer) as url:
        record = replay(conversation(AGENT_RUN), Endpoint(f"{url}?api-version=2025-01-01", "m"), stream=False)
    assert record.text == "Hi"
    assert seen[0].startswith(b"POST /v1/chat/completions?api-version=2025-01-01 HTTP/1.1")
    assert record.exchanges[0].url == f"{url}/chat/completions"


def test_the_environments_organisation_and_key_are_not_sent_to_other_servers(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[bytes] = []

    def answer(request: bytes) -> bytes:
        seen.append(request)
        return http(500, "{}")

    monkeypatch.setenv("OPENAI_ORG_ID", "org-of-the-environment")
    monkeypatch.setenv("OPENAI_PROJECT_ID", "project-of-the-environment")
    monkeypatch.setenv("OPENAI_API_KEY", "key-of-the-environment")
    with server(answer) as url:
        replay(conversation(AGENT_RUN), Endpoint(url, "m", retries=0))
        replay(conversation(AGENT_RUN), Endpoint(url, "m", retries=0, organisation="org-given"))
    assert b"of-the-environment" not in b"".join(seen)
    assert b"org-given" in seen[1]


def test_the_embedded_model_is_reached_without_a_proxy(endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")
    assert replay(conversation(AGENT_RUN), endpoint).ended == "answered"


@pytest.mark.parametrize("exception", [ValueError("mine"), OSError("mine"), KeyError("mine")])
@pytest.mark.parametrize("stream", [True, False])
def test_the_callers_exception_is_raised_to_the_caller(endpoint: Endpoint, exception: Exception, stream: bool) -> None:
    def broken(moment: Moment) -> None:
        if moment.kind == "content":
            raise exception

    with pytest.raises(type(exception), match="mine"):
        replay(conversation(AGENT_RUN), endpoint, stream=stream, on_event=broken)


@settings(deadline=None, max_examples=40)
@given(st.lists(json_values, min_size=1, max_size=4) | history, st.sampled_from(sorted(TARGETS)), st.booleans())
def test_any_history_is_answered_or_refused(messages: list[Any], target: str, stream: bool) -> None:
    source = structs.replace(conversation(AGENT_RUN), messages=messages)
    endpoint = endpoint_for_conversation(_SERVER[0], source, target)
    record = replay(source, endpoint, stream=stream)
    assert record.ended in ("answered", "refused")
    assert record_from_json(record.as_json()).as_json() == record.as_json()


_SERVER: list[Rehearsal] = []


@pytest.fixture(autouse=True)
def _share_rehearsal(rehearsal: Rehearsal) -> None:
    """Store the server in a module variable: Hypothesis does not allow fixtures that are made per test."""
    _SERVER[:] = [rehearsal]
