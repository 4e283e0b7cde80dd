"""Anthropic Messages: recognised among lookalikes, read block by block."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from pydantic import ValidationError

from tests.strategies.anthropic import history
from tests.strategies.json_values import json_values
from workbench.checks.schema import problems_of
from workbench.detection import detect
from workbench.formats.anthropic import FORMAT
from workbench.formats.contract import CERTAIN, LIKELY, NO_EVIDENCE, POSSIBLE, Tool
from workbench.json.pointer import follow

PICTURE = {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}


def text(words: str = "Hi") -> Any:
    return {"type": "text", "text": words}


@pytest.mark.parametrize(
    "content",
    [
        [{"type": "tool_use", "id": "a", "name": "ls", "input": {}}],
        [{"type": "tool_result", "tool_use_id": "a", "content": "x"}],
        [text(), {"type": "image", "source": PICTURE}],
        [{"type": "thinking", "thinking": "hm", "signature": "s"}],
        [{"type": "redacted_thinking", "data": "x"}],
        [{"type": "bash_code_execution_tool_result", "tool_use_id": "s", "content": {}}],
    ],
)
def test_its_own_blocks_make_it_certain(content: Any) -> None:
    assert detect([{"role": "user", "content": content}], {}).candidates == ("anthropic",)


@pytest.mark.parametrize(
    "message",
    [
        {"role": "user", "content": [{"type": "image", "image": "data:image/png;base64,AAAA"}]},
        {"role": "user", "content": [{"type": "image_url", "image_url": {"url": "https://a.b"}}]},
        {"role": "assistant", "content": [{"type": "tool-call", "toolCallId": "a", "toolName": "ls", "args": {}}]},
        {"role": "assistant", "content": None, "tool_calls": []},
        {"role": "user", "content": [{"text": "Hi"}]},
        {"role": "user", "content": [{"type": "input_text", "text": "Hi"}]},
        {"role": "tool", "content": "x", "tool_call_id": "a"},
        {"role": "user", "parts": [{"text": "Hi"}]},
    ],
)
def test_lookalikes_are_not_recognised(message: Any) -> None:
    assert "anthropic" not in detect([message], {}).candidates


@pytest.mark.parametrize("content", ["Hi", [text()], []])
def test_plain_text_could_be_it(content: Any) -> None:
    assert "anthropic" in detect([{"role": "user", "content": content}], {}).candidates


@pytest.mark.parametrize(
    ("body", "evidence"),
    [
        ({"anthropic_version": "bedrock-2023-05-31"}, CERTAIN),
        ({"tools": [{"name": "ls", "input_schema": {}}]}, CERTAIN),
        ({"system": "Be brief."}, LIKELY),
        ({"system": [text()]}, LIKELY),
        ({"thinking": {"type": "enabled", "budget_tokens": 1024}}, LIKELY),
        ({"model": "claude-sonnet-4-5"}, LIKELY),
        ({"max_tokens": 10}, POSSIBLE),
        ({"system": [{"text": "Be brief."}]}, NO_EVIDENCE),
        ({"system": [3, None]}, NO_EVIDENCE),
    ],
)
def test_its_settings_are_evidence(body: dict[str, Any], evidence: int) -> None:
    assert FORMAT.body_evidence(body) == evidence


def test_the_blocks_of_a_result_follow_it_with_their_own_paths() -> None:
    message = {
        "role": "user",
        "content": [
            {
                "type": "tool_result",
                "tool_use_id": "a",
                "is_error": True,
                "content": [text("x"), {"type": "image", "source": PICTURE}],
            },
            text("And now?"),
        ],
    }
    events = FORMAT.read(message, 4)
    assert [(event.kind, event.path) for event in events] == [
        ("result", ("content", 0)),
        ("text", ("content", 0, "content", 0)),
        ("image", ("content", 0, "content", 1)),
        ("text", ("content", 1)),
    ]
    assert (events[0].id, events[0].failed, events[2].media_type) == ("a", True, "image/png")
    assert follow(message, events[0].at("id")) == "a"
    assert follow(message, events[2].at("value")) == "iVBORw0KGgo="


def test_provider_tools_are_distinguished_from_client_tools() -> None:
    content = [
        {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_fetch", "input": {"url": "x"}},
        {
            "type": "web_fetch_tool_result",
            "tool_use_id": "srvtoolu_1",
            "content": {"type": "web_fetch_tool_result_error", "error_code": "unavailable"},
        },
        {"type": "mcp_tool_use", "id": "mcptoolu_1", "name": "ask", "server_name": "wiki", "input": {}},
        {"type": "mcp_tool_result", "tool_use_id": "mcptoolu_1", "is_error": False, "content": [text("yes")]},
    ]
    events = FORMAT.read({"role": "assistant", "content": content}, 0)
    assert [(event.kind, event.id, event.failed) for event in events] == [
        ("server_call", "srvtoolu_1", False),
        ("server_result", "srvtoolu_1", True),
        ("server_call", "mcptoolu_1", False),
        ("server_result", "mcptoolu_1", False),
        ("text", None, False),
    ]


def test_thoughts_files_and_unknown_kinds_are_named() -> None:
    content = [
        {"type": "thinking", "thinking": "hm", "signature": "s"},
        {"type": "redacted_thinking", "data": "x"},
        {"type": "document", "source": {"type": "file", "file_id": "file_1"}},
        {"type": "container_upload", "file_id": "file_2"},
        {"type": "block_of_tomorrow"},
        "a bare string",
    ]
    events = FORMAT.read({"role": "assistant", "content": content}, 0)
    assert [(event.kind, event.name, event.value) for event in events] == [
        ("thought", None, "hm"),
        ("thought", "redacted_thinking", "x"),
        ("file", None, "file_1"),
        ("file", None, "file_2"),
        ("other", "block_of_tomorrow", None),
        ("other", None, None),
    ]


@settings(deadline=None, max_examples=60)
@given(json_values)
def test_reading_never_raises(value: Any) -> None:
    for message in (
        value,
        {"content": value},
        {"content": [value]},
        {"content": [{"type": "tool_result", "content": value}]},
    ):
        assert isinstance(FORMAT.read(message, 0), list)


@settings(deadline=None, max_examples=60)
@given(history)
def test_every_event_points_at_what_it_was_read_from(messages: list[Any]) -> None:
    assert FORMAT.schema is not None
    assert all(problem.facts.get("of") == "tag" for problem in problems_of(FORMAT.schema().for_messages, messages))
    for at, message in enumerate(messages):
        for event in FORMAT.read(message, at):
            assert follow(message, event.path) == event.raw
            assert event.id is None or follow(message, event.at("id")) == event.id


def test_the_model_refuses_a_call_whose_input_is_text() -> None:
    call = {"type": "tool_use", "id": "a", "name": "ls", "input": "{}"}
    with pytest.raises(ValidationError, match="input"):
        FORMAT.model().validate_python({"role": "assistant", "content": [call]})


def test_tools_are_read_and_written_and_those_of_the_provider_left_out() -> None:
    body = {
        "tools": [
            {"name": "ls", "description": "List", "input_schema": {"type": "object"}},
            {"type": "web_search_20250305", "name": "web_search"},
        ]
    }
    tools = FORMAT.read_tools(body)
    assert tools == [Tool("ls", "List", {"type": "object"})]
    assert FORMAT.write_tools(tools) == {"tools": body["tools"][:1]}
    assert FORMAT.write_system([text()]) == {"system": [text()]}


def test_a_response_is_rebuilt_from_a_message_and_read_back() -> None:
    assert FORMAT.response_from is not None
    assert FORMAT.messages_of_response is not None
    call = {"type": "tool_use", "id": "a", "name": "ls", "input": {}}
    response = FORMAT.response_from({"role": "assistant", "content": [call]})
    assert response == {"type": "message", "role": "assistant", "content": [call], "stop_reason": "tool_use"}
    assert FORMAT.messages_of_response(response) == [
        {"role": "assistant", "content": [call], "stop_reason": "tool_use"}
    ]
    assert FORMAT.messages_of_response({"type": "error"}) == []


def test_an_answer_is_written_into_a_user_message() -> None:
    assert FORMAT.answer is not None
    assert FORMAT.envelope is not None
    message = FORMAT.envelope([FORMAT.answer("a", "ls", "gone")])
    assert message == {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": "gone"}]}
