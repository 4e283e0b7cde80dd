"""Spec 002, A2A to OpenAI mapping: its table, its three examples to the byte, its implementation notes."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from enum import Enum
from importlib import import_module
from typing import Any, Literal

import pytest
from pydantic import BaseModel, RootModel

from workbench.converters.a2a_to_openai_chat import convert_a2a_message_to_openai

WEATHER_CALL = {"call_id": "call_abc123", "name": "get_weather", "arguments": {"location": "Oakland"}}
WEATHER_RESULT = {"call_id": "call_abc123", "name": "get_weather", "output": "Sunny, 72°F"}


def data(**values: Any) -> Any:
    return {"kind": "data", "data": values}


def said(words: str) -> Any:
    return {"kind": "text", "text": words}


def written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def test_example_1_a_user_text_message() -> None:
    message = {"role": "user", "parts": [{"kind": "text", "text": "What's the weather?"}]}
    made, tools = convert_a2a_message_to_openai(message)
    assert written(made) == '{"role": "user", "content": "What\'s the weather?"}'
    assert tools == []


def test_example_2_an_assistant_message_with_tool_calls() -> None:
    made, tools = convert_a2a_message_to_openai({"role": "agent", "parts": [data(tool_calls=[WEATHER_CALL])]})
    assert written(made) == (
        '{"role": "assistant", "content": "", "tool_calls": [{"id": "call_abc123", "type": "function", '
        '"function": {"name": "get_weather", "arguments": "{\\"location\\": \\"Oakland\\"}"}}]}'
    )
    assert tools == []


def test_example_3_tool_results() -> None:
    made, tools = convert_a2a_message_to_openai({"role": "user", "parts": [data(tool_results=[WEATHER_RESULT])]})
    assert made is None
    assert written(tools) == '[{"role": "tool", "tool_call_id": "call_abc123", "content": "Sunny, 72°F"}]'


@pytest.mark.parametrize(
    ("role", "parts", "made", "tools"),
    [
        pytest.param("user", [said("hi")], {"role": "user", "content": "hi"}, [], id="user, text only"),
        pytest.param("agent", [said("hi")], {"role": "assistant", "content": "hi"}, [], id="agent, text only"),
        pytest.param(
            "agent",
            [data(tool_calls=[{"call_id": "1", "name": "ls", "arguments": {}}])],
            {
                "role": "assistant",
                "content": "",
                "tool_calls": [{"id": "1", "type": "function", "function": {"name": "ls", "arguments": "{}"}}],
            },
            [],
            id="agent, with tool_calls",
        ),
        pytest.param(
            "user",
            [data(tool_results=[{"call_id": "1", "output": "a"}, {"call_id": "2", "output": "b"}])],
            None,
            [
                {"role": "tool", "tool_call_id": "1", "content": "a"},
                {"role": "tool", "tool_call_id": "2", "content": "b"},
            ],
            id="user, with tool_results",
        ),
    ],
)
def test_a_row_of_the_mapping_table(role: str, parts: list[Any], made: Any, tools: list[Any]) -> None:
    assert convert_a2a_message_to_openai({"role": role, "parts": parts}) == (made, tools)


def test_note_2_texts_calls_and_results_are_read_from_any_number_of_parts() -> None:
    parts = [said("a"), data(tool_calls=[WEATHER_CALL]), data(tool_results=[WEATHER_RESULT]), said("b")]
    made, tools = convert_a2a_message_to_openai({"role": "agent", "parts": parts})
    assert made is not None
    assert made["content"] == "a\nb"
    assert [call["id"] for call in made["tool_calls"]] == ["call_abc123"]
    assert [tool["content"] for tool in tools] == ["Sunny, 72°F"]


def test_note_4_every_result_is_a_message_of_its_own() -> None:
    results = [{"call_id": f"call_{number}", "output": str(number)} for number in range(3)]
    _, tools = convert_a2a_message_to_openai({"role": "user", "parts": [data(tool_results=results)]})
    assert [(tool["tool_call_id"], tool["content"]) for tool in tools] == [
        ("call_0", "0"),
        ("call_1", "1"),
        ("call_2", "2"),
    ]


# --- "Takes an A2A Message object (dict or object)" -------------------------------------------------------------


class Role(Enum):
    agent = "agent"


class PydanticData(BaseModel):
    kind: Literal["data"] = "data"
    data: dict[str, Any]


class PydanticPart(RootModel[PydanticData]):
    pass


class PydanticMessage(BaseModel):
    role: Role
    parts: list[PydanticPart]


@dataclass
class PlainMessage:
    role: Any
    parts: list[Any] = field(default_factory=list)


@dataclass
class Shell:
    root: Any


@dataclass
class TextPart:
    text: str
    kind: str = "text"


def test_a_pydantic_message_of_the_sdk_is_accepted() -> None:
    part = PydanticPart(PydanticData(data={"tool_calls": [WEATHER_CALL]}))
    made, _ = convert_a2a_message_to_openai(PydanticMessage(role=Role.agent, parts=[part]))
    assert made is not None
    assert made["tool_calls"][0]["function"]["arguments"] == '{"location": "Oakland"}'


def test_an_object_is_read_by_its_attributes() -> None:
    message = PlainMessage(Role.agent, [Shell(TextPart("hi")), {"kind": "text", "text": "there"}])
    assert convert_a2a_message_to_openai(message) == ({"role": "assistant", "content": "hi\nthere"}, [])


def test_an_object_of_parts_is_read_like_its_json() -> None:
    parts = [PydanticPart(PydanticData(data={"tool_results": [WEATHER_RESULT]})), TextPart("thanks")]
    made, tools = convert_a2a_message_to_openai(PlainMessage("user", parts))
    assert made == {"role": "user", "content": "thanks"}
    assert tools[0]["content"] == "Sunny, 72°F"


def test_a_protobuf_message_is_accepted() -> None:
    struct = import_module("google.protobuf.struct_pb2").Struct()
    struct.update({"role": "ROLE_USER", "parts": [{"text": "hi"}]})
    assert convert_a2a_message_to_openai(struct) == ({"role": "user", "content": "hi"}, [])


@pytest.mark.parametrize("value", [None, 1, "text", [], {}, {"role": "user"}, {"parts": "no"}, object()])
def test_a_value_that_is_not_a_message_is_skipped(value: object) -> None:
    assert convert_a2a_message_to_openai(value) == (None, [])
