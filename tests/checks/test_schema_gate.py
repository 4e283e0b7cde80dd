"""The gate only passes messages that fit the schema, and it passes healthy histories."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.benchmarks.histories import short_history
from tests.random_documents import document
from tests.random_settings import random_settings
from tests.strategies import anthropic, bedrock_converse, gemini, openai_chat, openai_responses
from workbench.checks.schema import problems_of
from workbench.checks.schema_gate import gate_for
from workbench.formats import FORMATS
from workbench.formats.contract import RequestSchema
from workbench.samples import samples
from workbench.targets import TARGETS

HISTORIES = {
    "openai-chat": openai_chat.history,
    "openai-responses": openai_responses.history,
    "anthropic": anthropic.history,
    "gemini": gemini.history,
    "bedrock-converse": bedrock_converse.history,
}
SCHEMAS = {name: form.schema() for name, form in FORMATS.items() if form.schema} | {
    name: target.request.schema() for name, target in TARGETS.items() if target.request.schema
}


def broken(message: Any, chance: random.Random) -> Any:
    """Return the message with one of its values, at any depth, replaced by a random one."""
    if isinstance(message, dict) and message and chance.random() < 0.9:
        key = chance.choice(list(message))
        return {**message, key: broken(message[key], chance)}
    if isinstance(message, list) and message and chance.random() < 0.9:
        number = chance.randrange(len(message))
        return [*message[:number], broken(message[number], chance), *message[number + 1 :]]
    return document(chance, 2)


def agrees(schema: RequestSchema, messages: list[Any]) -> bool:
    return all(
        not gate_for(schema, closed).passes(messages) or not problems_of(schema.for_messages, messages, closed=closed)
        for closed in (False, True)
    )


@pytest.mark.parametrize("name", HISTORIES)
@settings(deadline=None, max_examples=60)
@given(data=st.data())
def test_messages_that_pass_the_gate_break_nothing(name: str, data: st.DataObject) -> None:
    messages, chance = data.draw(HISTORIES[name]), random.Random(data.draw(st.integers()))
    for schema in SCHEMAS.values():
        assert agrees(schema, messages)
        assert agrees(schema, [broken(message, chance) for message in messages])


@pytest.mark.parametrize("name", HISTORIES)
def test_healthy_samples_pass_the_gate(name: str) -> None:
    gate = gate_for(SCHEMAS[name], closed=False)
    healthy = [sample.load() for sample in samples() if "healthy" in sample.name]
    own = [conversation.messages for conversation in healthy if conversation.format == name]
    assert own
    assert all(gate.passes(messages) for messages in own)


@pytest.mark.parametrize("name", HISTORIES)
def test_calls_and_their_results_pass_the_gate(name: str) -> None:
    messages = short_history(name, 0, 15)
    assert gate_for(SCHEMAS[name], closed=False).passes(messages)


def test_a_search_does_not_pass_the_gate_because_its_action_decides_which_schema_it_has() -> None:
    item = {"type": "web_search_call", "action": {"type": "open_page", "url": "https://example.com"}}
    assert not gate_for(SCHEMAS["openai-responses"], closed=False).passes([item])


@pytest.mark.parametrize("name", SCHEMAS)
def test_settings_that_pass_the_gate_break_nothing(name: str) -> None:
    schema, chance = SCHEMAS[name], random.Random(name)
    for _ in range(150):
        beside = random_settings(chance)
        for closed in (False, True):
            passes = gate_for(schema, closed).passes_settings(beside)
            assert not passes or not problems_of(schema.for_settings, beside, closed=closed)


def test_usual_settings_pass_the_gate() -> None:
    tool = {"type": "function", "function": {"name": "f", "parameters": {"type": "object", "properties": {}}}}
    usual = {"model": "gpt-4o", "temperature": 0.5, "tools": [tool], "tool_choice": "auto", "stream": True}
    assert gate_for(SCHEMAS["openai-chat"], closed=True).passes_settings(usual)
    assert not gate_for(SCHEMAS["openai-chat"], closed=True).passes_settings(usual | {"tool_choice": "any"})


@pytest.mark.parametrize("schema", SCHEMAS.values(), ids=SCHEMAS)
def test_what_is_no_object_does_not_pass_the_gate_unless_the_schema_takes_it(schema: RequestSchema) -> None:
    messages: list[Any] = [None, "", 1, []]
    assert all(agrees(schema, [message]) for message in messages)
