"""The parts of the embedded model: arguments, recordings, simulated failures, request log and server."""

from __future__ import annotations

import socket
import threading
from itertools import takewhile
from pathlib import Path
from typing import Any

import httpx2
import jsonschema  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies.json_values import json_values
from tests.strategies.openai_chat import history
from workbench.formats import FORMATS
from workbench.formats.stream_pieces import split_halves, split_words
from workbench.json.pointer import leaves
from workbench.loading import load
from workbench.rehearsal import Recordings, Rehearsal
from workbench.rehearsal.arguments import arguments_for
from workbench.rehearsal.failures import SimulatedFailure, UnknownFailureError, read_failure
from workbench.rehearsal.judge import judge
from workbench.targets import TARGETS

SCHEMAS: list[Any] = [
    {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "integer"}}, "required": ["a"]},
    {"type": "object", "properties": {"a": {"enum": ["x", "y"]}, "b": {"const": 4}, "c": {"type": ["null", "number"]}}},
    {"properties": {"when": {"type": "string", "format": "date"}, "on": {"type": "boolean"}}},
    {
        "type": "object",
        "properties": {"items": {"type": "array", "minItems": 2, "items": {"$ref": "#/$defs/item"}}},
        "$defs": {"item": {"type": "object", "properties": {"n": {"anyOf": [{"type": "integer"}, {"type": "null"}]}}}},
    },
    {"type": "object"},
]


@pytest.mark.parametrize("schema", SCHEMAS)
def test_arguments_fit_their_schema(schema: Any) -> None:
    jsonschema.validate(arguments_for(schema), schema)


def test_a_schema_that_refers_to_itself_yields_finite_arguments() -> None:
    schema = {"type": "object", "properties": {"next": {"$ref": "#"}}, "required": ["next"]}
    assert "next" in arguments_for(schema)


def test_a_schema_that_refers_to_itself_everywhere_yields_limited_arguments() -> None:
    names = [f"p{number}" for number in range(200)]
    schema = {"type": "object", "properties": {name: {"$ref": "#"} for name in names}}
    assert list(arguments_for(schema)) == names
    assert len(list(leaves(arguments_for(schema)))) < 2_000


def test_a_reference_is_followed_as_a_json_pointer() -> None:
    schema = {"type": "object", "properties": {"x": {"$ref": "#/$defs/a~1b"}}, "$defs": {"a/b": {"const": 7}}}
    assert arguments_for(schema) == {"x": 7}
    assert arguments_for({"type": "object", "properties": {"x": {"$ref": "#/absent"}}}) == {"x": None}


@pytest.mark.parametrize(
    ("text", "words", "halves"),
    [
        ("", [], []),
        ("a", ["a"], ["a"]),
        ("  two words\n", ["  two ", "words\n"], ["  two ", "words\n"]),
        (" ", [" "], [" "]),
    ],
)
def test_a_text_is_streamed_in_pieces_that_join_to_the_same_text(
    text: str, words: list[str], halves: list[str]
) -> None:
    assert split_words(text) == words
    assert split_halves(text) == halves


@settings(deadline=None, max_examples=80)
@given(json_values)
def test_any_schema_yields_arguments(schema: Any) -> None:
    assert isinstance(arguments_for(schema), dict)
    assert isinstance(arguments_for({"type": "object", "properties": schema, "required": schema}), dict)


def _recorded() -> list[Any]:
    return [
        {"role": "user", "content": "a"},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": "1", "function": {"name": "f", "arguments": "{}"}}],
        },
        {"role": "tool", "tool_call_id": "1", "content": "r"},
        {"role": "assistant", "content": "b"},
        {"role": "assistant", "content": "c"},
        {"role": "user", "content": "d"},
    ]


def test_a_recorded_answer_is_found_by_the_messages_before_it() -> None:
    recordings, messages = Recordings(), _recorded()
    recordings.add_history("openai-chat", messages)
    assert recordings.find("openai-chat", messages[:1]) == [messages[1]]
    assert recordings.find("openai-chat", messages[:3]) == messages[3:5]
    assert recordings.find("openai-chat", messages[:2]) is None
    assert recordings.find("openai-chat", []) is None


def test_how_a_client_rebuilds_a_message_makes_no_difference() -> None:
    recordings, messages = Recordings(), _recorded()
    recordings.add_history("openai-chat", messages)
    rebuilt = [messages[0], {**messages[1], "content": "", "refusal": None, "reasoning_content": "hm"}, messages[2]]
    assert recordings.find("openai-chat", rebuilt) == messages[3:5]
    different = [messages[0], messages[1], {**messages[2], "content": "another result"}]
    assert recordings.find("openai-chat", different) is None


@settings(deadline=None, max_examples=40)
@given(history)
def test_every_turn_of_any_recording_is_found(messages: list[Any]) -> None:
    recordings = Recordings()
    recordings.add_history("openai-chat", messages)
    role_of = FORMATS["openai-chat"].role_of
    for index, message in enumerate(messages):
        begins_turn = role_of(message) == "assistant" and (index == 0 or role_of(messages[index - 1]) != "assistant")
        if begins_turn:
            turn = [*takewhile(lambda later: role_of(later) == "assistant", messages[index:])]
            assert recordings.find("openai-chat", messages[:index]) == turn


@pytest.mark.parametrize(
    ("text", "failure"),
    [
        ("", SimulatedFailure()),
        ("slow", SimulatedFailure("slow")),
        ("slow:2", SimulatedFailure("slow", 2.0)),
        ("html:x", SimulatedFailure("html")),
    ],
)
def test_a_failure_is_a_name_and_an_optional_amount(text: str, failure: SimulatedFailure) -> None:
    assert read_failure(text) == failure


def test_an_unknown_failure_is_rejected_by_name() -> None:
    with pytest.raises(UnknownFailureError, match="There is no fault 'x'"):
        read_failure("x")
    assert SimulatedFailure("slow", 1e5).delay == 600


@settings(deadline=None, max_examples=40)
@given(json_values, st.sampled_from(sorted(TARGETS)), st.sampled_from(["openai-chat", "openai-responses", "anthropic"]))
def test_any_request_is_judged(value: Any, target: str, wire: str) -> None:
    judge(wire, value, target)
    judge(wire, {FORMATS[wire].list_key: [value, value]}, target)


def test_requests_are_saved_as_files_that_the_workbench_can_open(tmp_path: Path) -> None:
    body = {"model": "gpt-4.1", "messages": [{"role": "user", "content": "Grüezi"}], "temperature": 1}
    (tmp_path / "0001-mistral.json").write_text("not mine")
    with Rehearsal(target="mistral", keep=tmp_path) as rehearsal:
        for _ in range(2):
            httpx2.post(f"{rehearsal.base_url}/chat/completions", json=body, headers={"authorization": "Bearer sk-1"})
        assert [request.body for request in rehearsal.requests] == [body, body]
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == ["0001-mistral.json", "0002-mistral.json", "0003-mistral.json"]
    assert files[0].read_text() == "not mine"
    opened = load(files[1])
    assert (opened.messages, opened.format) == (body["messages"], "openai-chat")
    assert "sk-1" not in files[1].read_text()


def test_a_stopped_rehearsal_leaves_no_thread_and_frees_its_port() -> None:
    before = set(threading.enumerate())
    rehearsal = Rehearsal().start()
    port = rehearsal.port
    assert httpx2.get(f"{rehearsal.base_url}/models").status_code == 200
    rehearsal.stop()
    rehearsal.stop()
    assert set(threading.enumerate()) <= before
    with socket.create_server(("127.0.0.1", port)):
        pass


def test_a_port_in_use_is_an_error() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(OSError, match="in use"):
        Rehearsal(port=taken.getsockname()[1]).start()


def test_a_rehearsal_can_be_started_again() -> None:
    rehearsal = Rehearsal()
    for _ in range(2):
        with rehearsal:
            assert httpx2.get(f"{rehearsal.base_url}/models").status_code == 200
