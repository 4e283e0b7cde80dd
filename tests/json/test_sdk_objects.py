"""Objects that SDKs return are converted to the data that those SDKs send."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import pytest
from anthropic.types import Message
from google.genai import types as genai
from hypothesis import given
from openai.types.chat import ChatCompletion

from tests.strategies.json_values import json_values
from workbench.json.sdk_objects import NotPlainDataError, plain_data

CHAT: Any = {
    "id": "chatcmpl-1",
    "object": "chat.completion",
    "created": 1,
    "model": "gpt-4o",
    "choices": [
        {
            "index": 0,
            "finish_reason": "tool_calls",
            "message": {
                "role": "assistant",
                "content": None,
                "tool_calls": [{"id": "call_1", "type": "function", "function": {"name": "ls", "arguments": "{}"}}],
            },
        }
    ],
}
ANTHROPIC: Any = {
    "id": "msg_1",
    "type": "message",
    "role": "assistant",
    "model": "claude-sonnet-4-5",
    "content": [
        {"type": "thinking", "thinking": "hm", "signature": "c2ln"},
        {"type": "tool_use", "id": "toolu_1", "name": "ls", "input": {"path": "."}},
    ],
    "stop_reason": "tool_use",
    "usage": {"input_tokens": 1, "output_tokens": 1},
}


class Level(StrEnum):
    HIGH = "high"


@dataclass
class Part:
    text: str
    at: datetime.datetime
    level: Level = Level.HIGH


def test_an_openai_message_becomes_what_its_client_sends() -> None:
    message = ChatCompletion.model_validate(CHAT).choices[0].message
    assert plain_data([message]) == [message.model_dump(mode="json", exclude_unset=True)]
    assert plain_data([message]) == [CHAT["choices"][0]["message"]]


def test_anthropic_blocks_inside_a_dict_become_data() -> None:
    blocks = Message.model_validate(ANTHROPIC).content
    assert plain_data([{"role": "assistant", "content": blocks}]) == [
        {"role": "assistant", "content": ANTHROPIC["content"]}
    ]


def test_a_gemini_content_has_the_keys_and_the_base64_of_its_api() -> None:
    call = genai.Part(function_call=genai.FunctionCall(name="ls", args={}), thought_signature=b"\x00\x01")
    assert plain_data([genai.Content(role="model", parts=[call])]) == [
        {"role": "model", "parts": [{"functionCall": {"name": "ls", "args": {}}, "thoughtSignature": "AAE="}]}
    ]


def test_dataclasses_dates_enumerations_and_tuples_become_data() -> None:
    at = datetime.datetime(2026, 11, 17, tzinfo=datetime.UTC)
    assert plain_data({"parts": (Part("hi", at),)}) == {
        "parts": [{"text": "hi", "at": "2026-11-17T00:00:00+00:00", "level": "high"}]
    }


@given(json_values)
def test_plain_data_is_not_copied(value: Any) -> None:
    given_data = [value]
    assert plain_data(given_data) is given_data


def test_data_that_orjson_cannot_write_is_returned_unchanged() -> None:
    odd: list[Any] = [{"content": "half \ud83d of a character", "seed": 2**70}]
    assert plain_data(odd) == odd


def test_the_error_for_another_object_names_its_location_and_type() -> None:
    with pytest.raises(NotPlainDataError, match=r"^\[0\]\.content is of type object, which is not JSON data; pass it"):
        plain_data([{"content": object()}])


def test_a_list_that_contains_itself_is_refused() -> None:
    circle: list[Any] = [{"role": "user", "content": "hi"}]
    circle.append(circle)
    with pytest.raises(NotPlainDataError, match="contains itself"):
        plain_data(circle)
