"""Provenance over several hops: from an internal value to the last column, and from there back into the file."""

from __future__ import annotations

from typing import Any

import pytest

from workbench.conversation import Conversation, Detection
from workbench.converters import route
from workbench.json.pointer import Path, leaves, to_pointer
from workbench.provenance import Spot, Trace
from workbench.provenance.losses import reported_losses
from workbench.provenance.route import RouteTracer
from workbench.provenance.values import is_discriminator
from workbench.samples import Sample, samples
from workbench.stages import columns_along, stages
from workbench.targets import TARGETS, target_for

HISTORY: list[Any] = [
    {"speaker": "human", "blocks": [{"type": "text", "text": "look"}], "metadata": {"ts": 5}},
    {
        "speaker": "ai",
        "blocks": [
            {"type": "text", "text": "reading"},
            {"type": "tool_call", "id": "hist_tool_1", "name": "read_file", "parameters": {"path": "a.py"}},
        ],
    },
    {
        "speaker": "tool",
        "blocks": [{"type": "tool_response", "callId": "hist_tool_1", "result": {"lines": 3}, "error": "denied"}],
    },
]


def tracer(messages: list[Any], *formats: str) -> RouteTracer:
    conversation = Conversation("x", messages, messages, detection=Detection(formats[0]))
    return RouteTracer(columns_along(conversation, route(formats[0], formats[-1], formats[1:-1])))


OVER_CORE = ("icontent", "vercel-v4-core", "openai-chat")


def composed(trace: Trace) -> dict[tuple[str, str], str]:
    return {(location(*link.source), location(*link.target)): link.how for link in trace.links}


def location(message: int, path: Path) -> str:
    return f"{message}{to_pointer(path)}"


def test_links_compose_over_two_hops() -> None:
    assert composed(tracer(HISTORY, *OVER_CORE).composed(1)) == {
        ("1/blocks/0/text", "1/content"): "renamed",
        ("1/blocks/1/id", "1/tool_calls/0/id"): "prefix rewritten: `hist_tool_` → `call_`, spec 001 line 10",
        ("1/blocks/1/name", "1/tool_calls/0/function/name"): "copied",
        ("1/blocks/1/parameters/path", "1/tool_calls/0/function/arguments"): "serialised",
    }


def test_a_value_is_lost_where_any_hop_loses_it() -> None:
    trace = tracer(HISTORY, *OVER_CORE).composed(2)
    assert composed(trace)["2/blocks/0/result/lines", "2/content"] == "serialised"
    assert [(location(*loss.source), loss.presence_only) for loss in trace.losses] == [("2/blocks/0/error", False)]


def test_a_value_whose_presence_alone_has_an_effect_is_lost_as_presence_only() -> None:
    trace = tracer(HISTORY, "icontent", "vercel-v4-core").composed(2)
    assert [(location(*loss.source), loss.presence_only) for loss in trace.losses] == [("2/blocks/0/error", True)]


def test_renaming_a_value_and_back_counts_as_copying() -> None:
    trace = tracer([{"role": "user", "content": "a"}], "openai-chat", "icontent", "openai-chat").composed(0)
    assert composed(trace) == {("0/content", "0/content"): "copied"}


def test_each_hop_has_its_own_trace() -> None:
    first, second = tracer(HISTORY, *OVER_CORE).hops(0)
    assert composed(first.trace) == {("0/blocks/0/text", "0/content"): "renamed"}
    assert composed(second.trace) == {("0/content", "0/content"): "copied"}


def test_a_route_without_hops_has_an_empty_trace() -> None:
    alone = tracer(HISTORY, "icontent")
    assert alone.composed(0) == Trace((), (), ())
    assert alone.origin(0, 1, ("blocks",)) == (1, ("blocks",))


@pytest.mark.parametrize(
    ("message", "path", "origin"),
    [
        (1, ("tool_calls", 0, "id"), "1/blocks/1/id"),
        (1, ("tool_calls", 0, "function", "arguments"), "1/blocks/1/parameters/path"),
        (1, ("tool_calls", 0), "1/blocks/1"),
        (2, ("tool_call_id",), "2/blocks/0/callId"),
        (2, ("content",), "2/blocks/0/result/lines"),
        (2, (), "2"),
    ],
)
def test_the_origin_of_a_value_in_the_last_column_is_in_the_file(message: int, path: Path, origin: str) -> None:
    assert location(*tracer(HISTORY, *OVER_CORE).origin(2, message, path)) == origin


def test_a_loss_is_reported_with_its_hop_and_the_spec_that_defines_it() -> None:
    (metadata,) = reported_losses(tracer(HISTORY, *OVER_CORE), 0)
    assert (location(*metadata.loss.source), metadata.hop) == ("0/metadata/ts", "icontent → vercel-v4-core")
    assert "spec 000" in metadata.why
    (error,) = reported_losses(tracer(HISTORY, *OVER_CORE), 2)
    assert (location(*error.loss.source), error.loss.presence_only) == ("2/blocks/0/error", True)
    assert "isError" in error.why


def test_the_loss_of_an_unlisted_field_has_a_general_reason() -> None:
    history = [{"role": "user", "content": "a", "name": "Eve"}]
    (name,) = reported_losses(tracer(history, "openai-chat", "anthropic"), 0)
    assert name.why == "anthropic cannot represent it"


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.name)
def test_every_loss_of_a_sample_is_reported_once_with_a_reason(sample: Sample) -> None:
    conversation = sample.load()
    target = target_for(sample.target, conversation.format)
    traced = RouteTracer(stages(conversation, target).columns)
    assert sample.target in TARGETS
    for index in range(len(conversation.messages)):
        reported = list(reported_losses(traced, index))
        assert len({row.loss.source for row in reported}) == len(reported)
        assert all(row.why and row.loss.source.message == index for row in reported)
        lost = {loss.source for loss in traced.composed(index).losses if not loss.presence_only}
        assert {spot for spot in lost if spot.message == index} <= {row.loss.source for row in reported}


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.name)
def test_every_value_of_a_sample_is_carried_to_the_wire_or_reported_lost(sample: Sample) -> None:
    conversation = sample.load()
    columns = stages(conversation, target_for(sample.target, conversation.format)).columns
    traced = RouteTracer(columns)
    for index, message in enumerate(conversation.messages if len(columns) > 1 else []):
        trace = traced.composed(index)
        reported = {link.source for link in trace.links} | {loss.source for loss in trace.losses}
        assert [p for p, _ in leaves(message) if not is_discriminator(p) and Spot(index, p) not in reported] == []
