"""OpenAI Responses: recognised among lookalikes, read item by item."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from pydantic import ValidationError

from tests.strategies.json_values import json_values
from tests.strategies.openai_responses import history
from workbench.checks.schema import problems_of
from workbench.detection import detect
from workbench.formats.contract import CERTAIN, LIKELY, NO_EVIDENCE, POSSIBLE, Tool
from workbench.formats.openai_responses import FORMAT
from workbench.json.pointer import follow


def read(item: Any) -> list[tuple[str, Any, Any, Any]]:
    return [(event.kind, event.id, event.name, event.value) for event in FORMAT.read(item, 0)]


@pytest.mark.parametrize(
    "item",
    [
        {"type": "function_call", "call_id": "a", "name": "ls", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "a", "output": "x"},
        {"type": "reasoning", "id": "rs_1", "summary": []},
        {"type": "item_reference", "id": "msg_1"},
        {"type": "web_search_call", "id": "ws_1", "status": "completed"},
        {"role": "user", "content": [{"type": "input_text", "text": "Hi"}]},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Hi"}]},
    ],
)
def test_its_own_items_make_it_certain(item: Any) -> None:
    assert detect([item], {}).candidates == ("openai-responses",)


@pytest.mark.parametrize(
    "message",
    [
        {"role": "user", "content": [{"type": "text", "text": "Hi"}]},
        {"role": "user", "content": [{"type": "image_url", "image_url": {"url": "https://a.b"}}]},
        {"role": "assistant", "content": None, "tool_calls": []},
        {"role": "tool", "tool_call_id": "a", "content": "x"},
        {"type": "message", "role": "assistant", "content": [{"type": "text", "text": "Hi"}], "id": "msg_1"},
        {"kind": "message", "role": "user", "messageId": "m", "parts": [{"kind": "text", "text": "Hi"}]},
        {"role": "user", "parts": [{"text": "Hi"}]},
        {"role": "user", "content": [{"text": "Hi"}]},
        {"speaker": "human", "blocks": []},
    ],
)
def test_lookalikes_are_not_recognised(message: Any) -> None:
    assert "openai-responses" not in detect([message], {}).candidates


def test_plain_text_could_be_it_and_the_request_around_it_decides() -> None:
    messages: list[Any] = [{"role": "user", "content": "Hi"}]
    assert "openai-responses" in detect(messages, {}).candidates
    assert detect(messages, {"instructions": "Be brief."}).format == "openai-responses"
    assert detect(messages, {}, list_key="input").format == "openai-responses"


@pytest.mark.parametrize(
    ("request_settings", "evidence"),
    [
        ({"tools": [{"type": "function", "name": "ls", "parameters": {}}]}, CERTAIN),
        ({"previous_response_id": "resp_1"}, CERTAIN),
        ({"text": {"format": {"type": "text"}}}, CERTAIN),
        ({"include": []}, LIKELY),
        ({"tools": [{"type": "web_search"}]}, LIKELY),
        ({"model": "gpt-5"}, POSSIBLE),
        ({"tools": [{"type": "function", "function": {"name": "ls"}}], "model": "gpt-5"}, NO_EVIDENCE),
        ({"tools": 5}, NO_EVIDENCE),
        ({"tools": [{"type": []}]}, NO_EVIDENCE),
    ],
)
def test_its_settings_are_evidence(request_settings: dict[str, Any], evidence: int) -> None:
    assert FORMAT.body_evidence(request_settings) == evidence


def test_the_whole_input_may_be_a_string() -> None:
    assert read("Hi") == [("text", None, None, "Hi")]
    assert FORMAT.role_of("Hi") == "user"
    FORMAT.model().validate_python("Hi")


def test_calls_and_outputs_of_the_client_are_calls_and_results() -> None:
    assert read({"type": "function_call", "id": "fc_1", "call_id": "a", "name": "ls", "arguments": "{}"}) == [
        ("call", "a", "ls", "{}")
    ]
    assert read({"type": "shell_call", "call_id": "a", "action": {"commands": ["ls"]}}) == [
        ("call", "a", "shell", {"commands": ["ls"]})
    ]
    assert read({"type": "local_shell_call_output", "id": "a", "output": "x"}) == [("result", "a", None, "x")]
    shown = {"type": "input_image", "image_url": "https://a.b/c.png"}
    assert read({"type": "function_call_output", "call_id": "a", "output": [shown]}) == [
        ("result", "a", None, [shown]),
        ("image", None, None, "https://a.b/c.png"),
    ]


def test_a_patch_that_did_not_apply_is_a_failed_result() -> None:
    (event,) = FORMAT.read({"type": "apply_patch_call_output", "call_id": "a", "status": "failed"}, 0)
    assert (event.kind, event.failed) == ("result", True)


def test_tools_of_the_provider_are_not_the_clients() -> None:
    assert read({"type": "mcp_call", "id": "mcp_1", "name": "ask", "arguments": "{}", "output": "42"}) == [
        ("server_call", "mcp_1", "ask", "{}"),
        ("server_result", "mcp_1", "ask", "42"),
    ]
    assert read({"type": "web_search_call", "id": "ws_1", "action": {"query": "x"}}) == [
        ("server_call", "ws_1", "web_search", {"query": "x"})
    ]
    search = {"type": "tool_search_call", "call_id": "t", "arguments": {}}
    assert read({**search, "execution": "client"})[0][0] == "call"
    assert read({**search, "execution": "server"})[0][0] == "server_call"


def test_a_reasoning_item_is_a_thought_with_its_summary_as_text() -> None:
    summary = [{"type": "summary_text", "text": "one"}, {"type": "summary_text", "text": "two"}]
    assert read({"type": "reasoning", "id": "rs_1", "summary": summary}) == [("thought", "rs_1", None, "one\n\ntwo")]
    assert read({"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "x"})[0][3] is None


def test_references_and_unknown_items_are_other_and_named() -> None:
    assert read({"type": "item_reference", "id": "rs_1"}) == [("other", "rs_1", "item_reference", None)]
    assert read({"id": "rs_1"}) == [("other", "rs_1", "item_reference", None)]
    assert read({"type": "item_of_tomorrow"}) == [("other", None, "item_of_tomorrow", None)]


def test_an_item_without_a_role_gets_it_from_its_type() -> None:
    roles = {
        kind: FORMAT.role_of({"type": kind})
        for kind in ("function_call", "reasoning", "function_call_output", "item_reference")
    }
    assert roles == {
        "function_call": "assistant",
        "reasoning": "assistant",
        "function_call_output": "tool",
        "item_reference": "other",
    }


@settings(deadline=None, max_examples=100)
@given(history)
def test_every_event_points_at_its_value(items: list[Any]) -> None:
    assert FORMAT.schema is not None
    assert all(problem.facts.get("of") == "tag" for problem in problems_of(FORMAT.schema().for_messages, items))
    for index, item in enumerate(items):
        for event in FORMAT.read(item, index):
            assert follow(item, event.path) == event.raw
            if event.value is not None and event.kind not in ("thought", "other"):
                assert follow(item, event.at("value")) == event.value
            if event.id is not None and event.kind in ("call", "result", "server_call"):
                assert follow(item, event.at("id")) == event.id


@settings(deadline=None, max_examples=60)
@given(json_values)
def test_any_json_can_be_read(value: Any) -> None:
    for item in (value, {"type": value}, {"role": "user", "content": value}, {"type": "reasoning", "summary": value}):
        assert isinstance(FORMAT.read(item, 0), list)
        assert isinstance(FORMAT.role_of(item), str)


@pytest.mark.parametrize(
    "item",
    [
        {"type": "function_call", "name": "ls", "arguments": "{}"},
        {"type": "function_call", "call_id": "a", "name": "ls", "arguments": {}},
        {"role": "user", "content": [{"type": "text", "text": "Hi"}]},
        {"role": "assistant", "content": [{"type": "input_text", "text": "Hi"}]},
        {"role": "user", "content": [{"text": "Hi"}]},
        {"role": "user", "content": None},
        {"role": "tool", "content": "x"},
        {"type": "reasoning", "id": "rs_1"},
    ],
)
def test_the_model_refuses_what_the_api_refuses(item: Any) -> None:
    with pytest.raises(ValidationError):
        FORMAT.model().validate_python(item)


def test_tools_and_instructions_are_read_and_written() -> None:
    tools = [Tool("ls", "List files", {"type": "object"})]
    written = FORMAT.write_tools(tools)
    assert written == {
        "tools": [
            {
                "type": "function",
                "name": "ls",
                "description": "List files",
                "parameters": {"type": "object"},
                "strict": False,
            }
        ]
    }
    assert FORMAT.read_tools(written) == tools
    assert FORMAT.write_tools([]) == {}
    assert FORMAT.write_system([{"type": "input_text", "text": "Be brief."}]) == {"instructions": "Be brief."}


def test_an_answer_is_an_item_and_a_response_yields_its_items() -> None:
    assert FORMAT.answer is not None
    assert FORMAT.answer("a", "ls", "none") == {"type": "function_call_output", "call_id": "a", "output": "none"}
    assert FORMAT.response_from is not None
    assert FORMAT.messages_of_response is not None
    item = {"role": "assistant", "content": "Hi"}
    assert FORMAT.messages_of_response(FORMAT.response_from(item))[0] == item
    assert FORMAT.messages_of_response({"error": {}}) == []
