"""Large contexts are probed in pieces, with the same result as at once, in linear time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from workbench.converters import EDGES, Edge
from workbench.converters.contract import Converted
from workbench.json.pointer import leaves
from workbench.provenance import Link, Loss, Spot, Trace, Tracer
from workbench.provenance.patterns import Patterns
from workbench.samples import Sample, samples


def edge(source: str, target: str) -> Edge:
    return next(edge for edge in EDGES if (edge.source, edge.target) == (source, target))


def steps_of_one_turn(count: int) -> list[Any]:
    """Return an agent's turn as the AI SDK stores it: text, call and output of every step in one message."""
    parts: list[Any] = []
    for number in range(count):
        parts.append({"type": "step-start"})
        parts.append({"type": "text", "text": f"Now step {number}."})
        parts.append({
            "type": "tool-read_file", "toolCallId": f"call_{number}", "state": "output-available",
            "input": {"path": f"src/{number}.ts"}, "output": {"lines": number, "text": "export {}"},
        })  # fmt: skip
    return [{"id": "m1", "role": "assistant", "parts": parts}]


def parallel_calls(count: int) -> list[Any]:
    calls = [
        {"id": f"call_{number}", "type": "function", "function": {"name": "look", "arguments": f'{{"n": {number}}}'}}
        for number in range(count)
    ]
    results = [
        {"role": "tool", "tool_call_id": f"call_{number}", "content": f"seen {number}"} for number in range(count)
    ]
    return [{"role": "assistant", "content": None, "tool_calls": calls}, *results]


def joined_texts(count: int) -> list[Any]:
    return [{"speaker": "ai", "blocks": [{"type": "text", "text": f"Line {number}."} for number in range(count)]}]


def wide_arguments(count: int) -> list[Any]:
    arguments = {f"key{number}": number for number in range(count)}
    return [{"speaker": "ai", "blocks": [{"type": "tool_call", "id": "1", "name": "f", "parameters": arguments}]}]


WIDE = (
    (edge("vercel-v5-ui", "vercel-v5-model"), steps_of_one_turn),
    (edge("openai-chat", "anthropic"), parallel_calls),
    (edge("openai-chat", "icontent"), parallel_calls),
    (edge("icontent", "openai-chat"), joined_texts),
    (edge("icontent", "anthropic"), joined_texts),
    (edge("icontent", "openai-chat"), wide_arguments),
)


def tracer(edge: Edge, messages: Sequence[Any], settings: Mapping[str, Any], large: int) -> Tracer:
    created = Tracer(edge, messages, settings)
    created._patterns = Patterns(edge, settings, large)
    return created


def links_and_losses(trace: Trace) -> tuple[set[Link], set[Loss]]:
    """Return the links and losses without `decided` links, which are found in an entire context but not in pieces."""
    return {link for link in trace.links if link.how != "decided"}, set(trace.losses)


@pytest.mark.parametrize(("edge", "build"), WIDE, ids=lambda value: getattr(value, "__name__", ""))
def test_pieces_of_a_wide_message_have_the_same_trace_as_all_of_it(edge: Edge, build: type) -> None:
    messages = build(30)
    at_once, in_pieces = tracer(edge, messages, {}, 1_000_000), tracer(edge, messages, {}, 40)
    for index in range(len(messages)):
        assert links_and_losses(in_pieces.trace(index)) == links_and_losses(at_once.trace(index))
        assert set(in_pieces.trace(index).inventions) <= set(at_once.trace(index).inventions)


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.name)
def test_pieces_of_a_sample_have_the_same_trace_as_all_of_it(sample: Sample) -> None:
    conversation = sample.load()
    for edge in (edge for edge in EDGES if edge.source == conversation.format):
        messages, settings = conversation.messages, conversation.settings
        at_once, in_pieces = tracer(edge, messages, settings, 1_000_000), tracer(edge, messages, settings, 10)
        for index in range(len(messages)):
            assert links_and_losses(in_pieces.trace(index)) == links_and_losses(at_once.trace(index)), (
                f"message {index} to {edge.target}"
            )


@pytest.mark.parametrize(("edge", "build"), WIDE, ids=lambda value: getattr(value, "__name__", ""))
def test_twice_the_blocks_are_about_twice_the_work(edge: Edge, build: type) -> None:
    """Only the number of binary digits of the unit numbers grows faster, by one."""
    assert work(edge, build(600)) < 2.6 * work(edge, build(300))


def work(edge: Edge, messages: list[Any]) -> int:
    """Count the leaves that are converted to trace all messages."""
    converted = 0

    def counting(messages: Sequence[Any], settings: Mapping[str, Any]) -> Iterator[Converted]:
        nonlocal converted
        converted += sum(1 for message in messages for _ in leaves(message))
        yield from edge.convert(messages, settings)

    watched = Tracer(replace(edge, convert=counting), messages, {})
    for index in range(len(messages)):
        watched.trace(index)
    return converted


def test_every_value_of_a_long_turn_is_linked_or_lost() -> None:
    messages = steps_of_one_turn(300)
    trace = Tracer(edge("vercel-v5-ui", "vercel-v5-model"), messages, {}).trace(0)
    reported = {link.source for link in trace.links} | {loss.source for loss in trace.losses}
    assert [
        path for path, _ in leaves(messages[0]) if path[-1] not in ("type", "role") and Spot(0, path) not in reported
    ] == []
