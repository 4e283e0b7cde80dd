"""We read what LangChain and pydantic-ai write, and they read what we write."""

from __future__ import annotations

import json
import warnings
from importlib import import_module
from typing import Any

import pytest

import workbench as wb
from workbench.converters import converted_messages

CHAT: list[Any] = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": "Is the ferry running?"},
    {"role": "assistant", "content": None, "tool_calls": [
        {"id": "call_1", "type": "function", "function": {"name": "ferry", "arguments": '{"line": 4}'}},
    ]},
    {"role": "tool", "tool_call_id": "call_1", "content": "every hour"},
    {"role": "assistant", "content": "Yes, every hour."},
    {"role": "user", "content": "And on Sunday?"},
]  # fmt: skip


def library(name: str) -> Any:
    """Import a module of a library that the extra `oracles` installs."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return import_module(name)
        except ModuleNotFoundError:
            pytest.skip(f"{name.split('.')[0]} is not installed (extra oracles)")


def langchain_objects(messages: list[Any]) -> list[Any]:
    wrapped = [{"type": message["type"], "data": message} for message in messages]
    return list(library("langchain_core.messages").messages_from_dict(wrapped))


def pydantic_adapter() -> Any:
    return library("pydantic_ai.messages").ModelMessagesTypeAdapter


def test_langchain_loads_a_converted_chat_and_sends_the_same_chat() -> None:
    objects = langchain_objects(converted_messages(CHAT, "openai-chat", "langchain"))
    assert [type(item).__name__ for item in objects[:4]] == [
        "SystemMessage",
        "HumanMessage",
        "AIMessage",
        "ToolMessage",
    ]
    sent = library("langchain_core.messages").convert_to_openai_messages(objects)
    assert [message["role"] for message in sent] == [message["role"] for message in CHAT]
    assert sent[2]["tool_calls"][0]["id"] == sent[3]["tool_call_id"] == "call_1"
    assert json.loads(sent[2]["tool_calls"][0]["function"]["arguments"]) == {"line": 4}


@pytest.mark.parametrize("spelling", ["model_dump", "messages_to_dict", "dumps"])
def test_every_spelling_that_langchain_writes_is_read(spelling: str) -> None:
    objects = langchain_objects(converted_messages(CHAT, "openai-chat", "langchain"))
    if spelling == "dumps":
        written = library("langchain_core.load").dumps(objects)
    elif spelling == "messages_to_dict":
        written = json.dumps(library("langchain_core.messages").messages_to_dict(objects))
    else:
        written = json.dumps([item.model_dump() for item in objects])
    report = wb.check(written)
    assert (report.conversation.format, len(report.conversation.messages)) == ("langchain", len(CHAT))
    assert (report.verdict.outcome, report.errors) == ("accepted", [])
    sent = wb.convert(written, to="openai-chat")
    assert sent[2]["tool_calls"][0]["function"] == {"name": "ferry", "arguments": '{"line":4}'}


def test_langchain_loads_a_repaired_history() -> None:
    messages = converted_messages([*CHAT[:3], *CHAT[4:]], "openai-chat", "langchain")
    repaired = wb.repair(messages)
    objects = langchain_objects(repaired.conversation.messages)
    assert (objects[3].tool_call_id, objects[3].status) == ("call_1", "error")
    assert wb.check(repaired.conversation).verdict.outcome == "accepted"


def test_pydantic_ai_loads_a_converted_chat_and_its_own_file_is_read() -> None:
    adapter = pydantic_adapter()
    loaded = adapter.validate_python(converted_messages(CHAT, "openai-chat", "pydantic-ai"))
    assert [[part.part_kind for part in message.parts] for message in loaded] == [
        ["system-prompt", "user-prompt"], ["tool-call"], ["tool-return"], ["text"], ["user-prompt"],
    ]  # fmt: skip
    report = wb.check(adapter.dump_json(loaded).decode())
    assert (report.conversation.format, len(report.conversation.messages)) == ("pydantic-ai", 5)
    assert (report.verdict.outcome, report.errors) == ("accepted", [])
    sent = wb.convert(adapter.dump_json(loaded).decode(), to="openai-chat")
    assert sent == CHAT


def test_pydantic_ai_loads_a_repaired_history() -> None:
    messages = converted_messages([*CHAT[:3], *CHAT[4:]], "openai-chat", "pydantic-ai")
    repaired = wb.repair(messages)
    loaded = pydantic_adapter().validate_python(repaired.conversation.messages)
    assert (loaded[2].parts[0].tool_call_id, loaded[2].parts[0].outcome) == ("call_1", "interrupted")
    assert wb.check(repaired.conversation).verdict.outcome == "accepted"


def test_messages_that_pydantic_ai_records_for_opentelemetry_are_read() -> None:
    loaded = pydantic_adapter().validate_python(converted_messages(CHAT, "openai-chat", "pydantic-ai"))
    settings = library("pydantic_ai.models.instrumented").InstrumentationSettings()
    report = wb.check(json.dumps(settings.messages_to_otel_messages(loaded)))
    assert report.conversation.format == "otel-genai"
    assert (report.verdict.outcome, report.errors) == ("accepted", [])
    assert [message["role"] for message in wb.convert(report.conversation, to="openai-chat")] == [
        message["role"] for message in CHAT
    ]
