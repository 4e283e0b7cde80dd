"""Anthropic → OpenAI Chat: the result fits OpenAI's own types and contains every text, call and result."""

from __future__ import annotations

from functools import cache
from typing import Any

from hypothesis import given, settings
from openai.types.chat import ChatCompletionMessageParam
from pydantic import TypeAdapter

from tests.converters.provider_round_trip import consumed, id_map
from tests.strategies.anthropic import history
from workbench.converters.anthropic_to_openai_chat import anthropic_to_openai_chat
from workbench.converters.provider_ids import OPENAI_IDS
from workbench.formats import FORMATS
from workbench.json.text import compact


@cache
def openai_types() -> TypeAdapter[Any]:
    """Return the request types that the `openai` package publishes."""
    return TypeAdapter(ChatCompletionMessageParam)


def converted(messages: list[Any], system: Any = None) -> list[Any]:
    return [row.message for row in anthropic_to_openai_chat(messages, {} if system is None else {"system": system})]


@settings(deadline=None, max_examples=100)
@given(history)
def test_the_result_fits_the_published_types(messages: list[Any]) -> None:
    for message in converted(messages):
        consumed(openai_types().validate_python(message))


@settings(deadline=None, max_examples=60)
@given(history)
def test_every_call_and_result_is_present_once(messages: list[Any]) -> None:
    ids = id_map("anthropic", messages, OPENAI_IDS)
    before = [event for at, message in enumerate(messages) for event in FORMATS["anthropic"].read(message, at)]
    after = [
        event for at, message in enumerate(converted(messages)) for event in FORMATS["openai-chat"].read(message, at)
    ]
    calls = [(ids(e.id), e.name, compact(e.value)) for e in before if e.kind == "call"]
    assert [(e.id, e.name, e.value) for e in after if e.kind == "call"] == calls
    assert [e.id for e in after if e.kind == "result"] == [ids(e.id) for e in before if e.kind == "result"]


def test_results_come_first_and_their_images_go_to_the_user() -> None:
    source = {"type": "base64", "media_type": "image/png", "data": "AAAA"}
    result = {"type": "tool_result", "tool_use_id": "a", "content": [{"type": "image", "source": source}]}
    messages = [{"role": "user", "content": [{"type": "text", "text": "See?"}, result]}]
    assert converted(messages) == [
        {"role": "tool", "tool_call_id": "a", "content": ""},
        {
            "role": "user",
            "content": [
                {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}},
                {"type": "text", "text": "See?"},
            ],
        },
    ]


def test_thinking_text_and_calls_of_one_turn_become_one_message() -> None:
    blocks = [
        {"type": "thinking", "thinking": "hm", "signature": "s"},
        {"type": "text", "text": "Let me look."},
        {"type": "tool_use", "id": "a", "name": "ls", "input": {"path": "."}},
    ]
    assert converted([{"role": "assistant", "content": blocks}]) == [
        {
            "role": "assistant",
            "content": "Let me look.",
            "reasoning_content": "hm",
            "tool_calls": [{"id": "a", "type": "function", "function": {"name": "ls", "arguments": '{"path":"."}'}}],
        }
    ]


def test_a_call_without_text_has_null_as_content() -> None:
    (message,) = converted(
        [{"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "ls", "input": {}}]}]
    )
    assert message["content"] is None


def test_the_system_prompt_is_the_first_message() -> None:
    rows = list(anthropic_to_openai_chat([{"role": "user", "content": "Hi"}], {"system": "Be brief."}))
    assert rows[0].message == {"role": "system", "content": "Be brief."}
    assert rows[0].sources == ()
    parts = [{"type": "text", "text": "One."}, {"type": "text", "text": "Two."}]
    assert converted([], parts)[0]["content"] == parts


def test_an_id_that_is_too_long_is_shortened_on_both_sides() -> None:
    long = "toolu_" + "x" * 60
    call = {"type": "tool_use", "id": long, "name": "ls", "input": {}}
    result = {"type": "tool_result", "tool_use_id": long, "content": "ok"}
    assistant, tool = converted([{"role": "assistant", "content": [call]}, {"role": "user", "content": [result]}])
    assert len(tool["tool_call_id"]) == 40
    assert assistant["tool_calls"][0]["id"] == tool["tool_call_id"]


def test_other_blocks_of_a_result_are_written_as_json() -> None:
    reference = {"type": "tool_reference", "tool_name": "search"}
    result = {"type": "tool_result", "tool_use_id": "a", "content": [reference]}
    (message,) = converted([{"role": "user", "content": [result]}])
    assert message["content"] == '{"type":"tool_reference","tool_name":"search"}'
