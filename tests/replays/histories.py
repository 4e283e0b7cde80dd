"""Small conversations for the tests of replays."""

from __future__ import annotations

from typing import Any

from workbench.conversation import Conversation
from workbench.json.text import compact
from workbench.loading import load

KEY = "sk-test-9f8e7d6c5b4a-SECRET"

WEATHER: Any = {
    "type": "function",
    "function": {
        "name": "weather",
        "description": "The weather in a city",
        "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
    },
}
TIDES: Any = {
    "type": "function",
    "function": {"name": "tides", "parameters": {"type": "object", "properties": {"port": {"type": "string"}}}},
}
AGENT_RUN: list[Any] = [
    {"role": "user", "content": "Shall I sail from Brest tomorrow?"},
    {
        "role": "assistant",
        "content": "I look at both.",
        "tool_calls": [
            {"id": "call_w", "type": "function", "function": {"name": "weather", "arguments": '{"city": "Brest"}'}},
            {"id": "call_t", "type": "function", "function": {"name": "tides", "arguments": '{"port": "Brest"}'}},
        ],
    },
    {"role": "tool", "tool_call_id": "call_w", "content": "wind 3, sun"},
    {"role": "tool", "tool_call_id": "call_t", "content": "high at 09:12"},
    {"role": "assistant", "content": "Yes: leave before nine."},
    {"role": "user", "content": "Thank you."},
]
BROKEN: list[Any] = [
    {"role": "user", "content": "List the files."},
    {"role": "tool", "tool_call_id": "call_9", "content": "a.txt"},
    {"role": "user", "content": "And?"},
]


def conversation(messages: list[Any], **settings: Any) -> Conversation:
    return load(compact({"messages": messages, "model": "gpt-4.1", **settings}).encode(), "test.json", "openai-chat")


def agent_run() -> Conversation:
    return conversation(AGENT_RUN, tools=[WEATHER, TIDES])
