"""Gemini: recognised among lookalikes, read part by part, in both spellings."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from pydantic import ValidationError

from tests.strategies.gemini import history, in_snake_case
from tests.strategies.json_values import json_values
from workbench.detection import detect
from workbench.formats.contract import CERTAIN, NO_EVIDENCE, Tool
from workbench.formats.gemini import FORMAT
from workbench.json.pointer import follow


def read(*parts: Any) -> list[tuple[str, Any, Any, Any]]:
    events = FORMAT.read({"role": "user", "parts": list(parts)}, 0)
    return [(event.kind, event.id, event.name, event.value) for event in events]


@pytest.mark.parametrize(
    "content",
    [
        {"role": "model", "parts": [{"text": "Hi"}]},
        {"role": "model", "parts": [{"functionCall": {"name": "ls", "args": {}}}]},
        {"role": "user", "parts": [{"function_response": {"name": "ls", "response": {}}}]},
        {"role": "user", "parts": [{"inline_data": {"mime_type": "image/png", "data": "AAAA"}}]},
        {"role": "user", "parts": [{"text": "Hi"}]},
        {"parts": [{"text": "Hi"}]},
    ],
)
def test_its_contents_are_recognised_with_certainty(content: Any) -> None:
    assert detect([content], {}).candidates == ("gemini",)


@pytest.mark.parametrize(
    "message",
    [
        {"role": "ROLE_USER", "messageId": "m", "parts": [{"text": "Hi"}]},
        {"messageId": "m", "role": "user", "parts": [{"text": "Hi"}]},
        {"kind": "message", "role": "user", "messageId": "m", "parts": [{"kind": "text", "text": "Hi"}]},
        {"id": "1", "role": "user", "parts": [{"type": "text", "text": "Hi"}]},
        {"role": "agent", "parts": [{"text": "Hi"}]},
        {"role": "ROLE_AGENT", "messageId": "m", "parts": [{"data": {}, "mediaType": "application/json"}]},
        {"role": "user", "content": [{"text": "Hi"}]},
        {"role": "user", "content": "Hi"},
        {"speaker": "human", "blocks": []},
    ],
)
def test_lookalikes_are_not_recognised(message: Any) -> None:
    assert "gemini" not in detect([message], {}).candidates


@pytest.mark.parametrize(
    ("request_settings", "evidence"),
    [
        ({"generationConfig": {}}, CERTAIN),
        ({"system_instruction": {"parts": []}}, CERTAIN),
        ({"tools": [{"functionDeclarations": [{"name": "ls"}]}]}, CERTAIN),
        ({"toolConfig": {"functionCallingConfig": {"mode": "AUTO"}}}, CERTAIN),
        ({"toolConfig": {"tools": []}}, NO_EVIDENCE),
        ({"model": "gemini-2.5-pro"}, NO_EVIDENCE),
        ({"tools": [{"functionDeclarations": 5}, 7]}, NO_EVIDENCE),
    ],
)
def test_its_settings_are_evidence(request_settings: dict[str, Any], evidence: int) -> None:
    assert FORMAT.body_evidence(request_settings) == evidence


def test_calls_and_responses_have_an_id_only_if_the_part_has_one() -> None:
    assert read({"functionCall": {"name": "ls", "args": {"path": "."}}}) == [("call", None, "ls", {"path": "."})]
    assert read({"function_call": {"id": "a", "name": "ls", "args": {}}}) == [("call", "a", "ls", {})]
    picture = {"inlineData": {"mimeType": "image/png", "data": "AAAA"}}
    response = {"id": "a", "name": "ls", "response": {"result": 1}, "parts": [picture]}
    assert read({"functionResponse": response}) == [
        ("result", "a", "ls", {"result": 1}),
        ("image", None, None, "AAAA"),
    ]


@pytest.mark.parametrize(
    ("response", "failed"), [({"error": "denied"}, True), ({"error": None}, False), ({"result": "error"}, False)]
)
def test_a_response_with_an_error_has_failed(response: Any, failed: bool) -> None:
    part = {"functionResponse": {"name": "ls", "response": response}}
    assert FORMAT.read({"role": "user", "parts": [part]}, 0)[0].failed is failed


def test_thoughts_media_and_code_are_distinguished() -> None:
    assert read(
        {"text": "Hm.", "thought": True},
        {"text": "Hi", "thoughtSignature": "c2ln"},
        {"thoughtSignature": "c2ln"},
        {"fileData": {"fileUri": "gs://a/b", "mimeType": "video/mp4"}},
        {"executableCode": {"language": "PYTHON", "code": "1"}},
        {"codeExecutionResult": {"outcome": "OUTCOME_OK", "output": "1"}},
        {"toolCall": {"id": "t", "toolType": "GOOGLE_SEARCH_WEB", "args": {}}},
        {"partOfTomorrow": 1},
        {"text": None, "function_call": {"name": "ls"}},
    ) == [
        ("thought", None, None, "Hm."),
        ("text", None, None, "Hi"),
        ("thought", None, None, None),
        ("file", None, None, "gs://a/b"),
        ("server_call", None, "code_execution", "1"),
        ("server_result", None, "code_execution", "1"),
        ("server_call", "t", "GOOGLE_SEARCH_WEB", {}),
        ("other", None, "partOfTomorrow", None),
        ("call", None, "ls", None),
    ]


def test_a_content_without_a_role_is_the_users() -> None:
    assert FORMAT.role_of({"parts": [{"text": "Hi"}]}) == "user"
    assert FORMAT.role_of({"role": "model", "parts": []}) == "assistant"
    assert FORMAT.role_of({}) == "other"


@settings(deadline=None, max_examples=100)
@given(history)
def test_every_event_points_at_its_value(contents: list[Any]) -> None:
    for content in [*contents, *in_snake_case(contents)]:
        FORMAT.model().validate_python(content)
        for event in FORMAT.read(content, 0):
            assert follow(content, event.path) == event.raw
            if event.value is not None:
                assert follow(content, event.at("value")) == event.value
            if event.id is not None:
                assert follow(content, event.at("id")) == event.id


@settings(deadline=None, max_examples=60)
@given(json_values)
def test_any_json_can_be_read(value: Any) -> None:
    parts = [value, {"functionCall": value}, {"functionResponse": {"parts": [value], "response": value}}]
    for content in (value, {"parts": value}, {"parts": parts}, {"parts": [{"inlineData": value, "text": None}]}):
        assert isinstance(FORMAT.read(content, 0), list)


@pytest.mark.parametrize(
    "content",
    [
        {"role": "user", "parts": "Hi"},
        {"role": "user", "parts": [{"text": 5}]},
        {"role": "user", "parts": [{"functionResponse": {"name": "ls", "response": "ok"}}]},
        {"role": "model", "parts": [{"functionCall": {"name": "ls", "args": "{}"}}]},
        {"role": "user", "parts": [{"inlineData": "AAAA"}]},
    ],
)
def test_the_model_refuses_what_the_api_refuses(content: Any) -> None:
    with pytest.raises(ValidationError):
        FORMAT.model().validate_python(content)


def test_tools_and_the_system_instruction_are_read_and_written() -> None:
    tools = [Tool("ls", "List files", {"type": "object"})]
    written = FORMAT.write_tools(tools)
    declaration = {"name": "ls", "description": "List files", "parametersJsonSchema": {"type": "object"}}
    assert written == {"tools": [{"functionDeclarations": [declaration]}]}
    assert FORMAT.read_tools(written) == tools
    older = {"tools": [{"function_declarations": [{"name": "ls", "parameters": {"type": "OBJECT"}}]}]}
    assert FORMAT.read_tools(older) == [Tool("ls", "", {"type": "OBJECT"})]
    assert FORMAT.write_system([{"text": "Be brief."}]) == {"systemInstruction": {"parts": [{"text": "Be brief."}]}}


def test_an_answer_has_an_id_only_if_the_call_had_one() -> None:
    assert FORMAT.answer is not None
    assert FORMAT.envelope is not None
    answer = FORMAT.answer(None, "ls", "none")
    assert answer == {"functionResponse": {"name": "ls", "response": {"result": "none"}}}
    assert FORMAT.answer("a", "ls", "none")["functionResponse"]["id"] == "a"
    assert FORMAT.envelope([answer]) == {"role": "user", "parts": [answer]}


def test_a_response_yields_its_content() -> None:
    assert FORMAT.response_from is not None
    assert FORMAT.messages_of_response is not None
    content = {"role": "model", "parts": [{"text": "Hi"}]}
    (message,) = FORMAT.messages_of_response(FORMAT.response_from(content))
    assert {key: message[key] for key in content} == content
    assert FORMAT.messages_of_response({"promptFeedback": {"blockReason": "SAFETY"}}) == []
