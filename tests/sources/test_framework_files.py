"""Histories of LangChain, pydantic-ai and OpenTelemetry are read in their own shape, however they are wrapped."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.sources.documents import all_of, conversations, lines, source_of
from tests.sources.kinds import DUMPED, FLAT, LANGCHAIN, PARTS, PYDANTIC_AI, attribute, otlp
from workbench.checks.check import check
from workbench.loading import LoadError

WRAPPED: dict[str, tuple[object, str]] = {
    "a text that holds the list": (json.dumps(FLAT), "langchain"),
    "lines": (lines(*FLAT), "langchain"),
    "the memory of a chain": ({"chat_history": LANGCHAIN}, "langchain"),
    "a thread of LangGraph": ({"thread_id": "t", "values": {"messages": DUMPED}}, "langchain"),
    "lines of pydantic-ai": (lines(*PYDANTIC_AI), "pydantic-ai"),
    "a run of pydantic-ai": ({"run": {"all_messages": PYDANTIC_AI}}, "pydantic-ai"),
    "a column of a database": ({"id": 7, "message_history": json.dumps(PYDANTIC_AI)}, "pydantic-ai"),
    "a span": (otlp("x", attribute("gen_ai.input.messages", PARTS)), "otel-genai"),
    "attributes alone": ({"attributes": {"gen_ai.input.messages": PARTS}}, "otel-genai"),
}


@pytest.mark.parametrize(("content", "format_name"), WRAPPED.values(), ids=WRAPPED)
def test_a_wrapped_history_is_found_and_read_in_its_own_shape(content: object, format_name: str) -> None:
    (found,) = conversations(content)
    assert (found.format, len(found.messages)) == (format_name, 3)
    assert check(found).errors == []


@pytest.mark.parametrize(
    "records",
    [
        [{"type": "system", "content": "booted", "at": number} for number in range(4)],
        [{"type": "tool", "content": "hammer", "price": 12}],
        [{"type": "human", "content": "a person"}, *({"type": "animal", "content": "a dog"} for _ in range(5))],
        [{"kind": "request", "parts": [{"sku": 4}]}, {"kind": "response", "parts": []}],
        [{"role": "part", "parts": [{"type": "bolt", "content": 4}]}],
    ],
    ids=["events of a machine", "a shop", "creatures", "a warehouse", "a bill of materials"],
)
def test_records_that_share_a_word_with_a_framework_are_never_accepted(records: list[Any]) -> None:
    for item in all_of(records):
        assert isinstance(item, LoadError) or check(item).verdict.outcome != "accepted"


def test_a_span_names_the_model_and_its_provider_receives_it() -> None:
    span = otlp("x", attribute("gen_ai.input.messages", PARTS), attribute("gen_ai.request.model", "claude-sonnet-4-5"))
    (found,) = conversations(span)
    assert check(found).target.name == "anthropic"


def test_instructions_of_a_span_come_first_and_are_linked_to_their_attribute() -> None:
    system: Any = [{"type": "text", "content": "Be brief."}]
    span = otlp("x", attribute("gen_ai.input.messages", PARTS), attribute("gen_ai.system_instructions", system))
    (found,) = conversations(span)
    assert found.messages[0] == {"role": "system", "parts": system}
    place = found.in_file("/0/parts/0/content")
    assert place == "/resourceSpans/0/scopeSpans/0/spans/0/attributes/1/value/stringValue/0/content"


SPELLINGS = {"": FLAT, "/data": LANGCHAIN, "/kwargs": DUMPED}


@pytest.mark.parametrize(("inside", "spelling"), SPELLINGS.items(), ids=["flat", "to_dict", "dumps"])
def test_a_finding_points_into_the_notation_of_the_file(inside: str, spelling: list[Any]) -> None:
    broken = json.loads(json.dumps(spelling).replace('"tool_call_id": "call_1"', '"tool_call_id": "other"'))
    (found,) = conversations(broken)
    assert source_of(found) == "langchain"
    places = {finding.rule: found.in_file(finding.at) for finding in check(found).findings}
    assert places["tool-result-orphan"] == f"/2{inside}"
    assert places["tool-result-missing"] == f"/1{inside}/tool_calls/0"


@pytest.mark.parametrize("call_id", [None, {}, 7])
def test_the_result_of_a_whole_step_belongs_to_its_call_whatever_type_the_id_of_the_call_has(call_id: Any) -> None:
    call = {"tool_call_id": call_id, "function_name": "weather", "arguments": {}}
    observation = {"results": [{"content": "sunny"}]}
    step = {"source": "agent", "message": "", "tool_calls": [call], "observation": observation}
    user = {"source": "user", "message": "Weather?"}
    (found,) = conversations({"schema_version": "ATIF-v1.6", "session_id": "s", "steps": [user, step]})
    assert found.messages[-1]["content"] == "sunny"
