"""Properties of provenance over every edge, for generated histories."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.provenance.twins import paired, twin
from tests.random_documents import history_like
from tests.strategies import HISTORIES
from workbench.converters import EDGES, Edge
from workbench.json.pointer import follow, leaves
from workbench.provenance import Spot, Trace, Tracer
from workbench.provenance.values import is_discriminator

EVERY_EDGE = pytest.mark.parametrize("edge", EDGES, ids=lambda edge: f"{edge.source} to {edge.target}")
FEW = settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def histories(draw: st.DrawFn, source: str) -> list[Any]:
    """Generate a history followed by its twin, so that many messages have the same shape as another."""
    messages = draw(HISTORIES[source])
    messages = paired(messages) if draw(st.booleans()) else messages
    return [*messages, *twin(messages)]


@EVERY_EDGE
@FEW
@given(data=st.data())
def test_every_source_value_is_carried_presence_only_or_lost(edge: Edge, data: st.DataObject) -> None:
    messages = data.draw(histories(edge.source))
    tracer = Tracer(edge, messages, {})
    for index, message in enumerate(messages):
        trace = tracer.trace(index)
        reported = {link.source for link in trace.links} | {loss.source for loss in trace.losses}
        assert [
            path for path, _ in leaves(message) if not is_discriminator(path) and Spot(index, path) not in reported
        ] == []


@EVERY_EDGE
@FEW
@given(data=st.data())
def test_both_ends_of_every_link_and_every_invention_resolve(edge: Edge, data: st.DataObject) -> None:
    messages = data.draw(histories(edge.source))
    tracer = Tracer(edge, messages, {})
    for index in range(len(messages)):
        for source, target in ends(tracer.trace(index)):
            assert source is None or is_leaf(follow(messages[source.message], source.path))
            assert is_leaf(follow(tracer.rows[target.message].message, target.path))


def ends(trace: Trace) -> list[tuple[Spot | None, Spot]]:
    return [(link.source, link.target) for link in trace.links] + [(None, spot) for spot in trace.inventions]


def is_leaf(value: Any) -> bool:
    return not isinstance(value, (dict, list)) or not value


@EVERY_EDGE
@FEW
@given(data=st.data())
def test_a_cached_trace_equals_a_fresh_one(edge: Edge, data: st.DataObject) -> None:
    messages = data.draw(histories(edge.source))
    tracer = Tracer(edge, messages, {})
    remembered = [tracer.trace(index) for index in range(len(messages))]
    assert remembered == [tracer.trace(index, fresh=True) for index in range(len(messages))]


@EVERY_EDGE
@FEW
@given(data=st.data())
def test_a_target_value_is_linked_or_invented(edge: Edge, data: st.DataObject) -> None:
    messages = data.draw(histories(edge.source))
    tracer = Tracer(edge, messages, {})
    traces = [tracer.trace(index) for index in range(len(messages))]
    reported = {target for trace in traces for _, target in ends(trace)}
    for number in range(-len(tracer.rows.system_rows), len(tracer.rows.messages)):
        row = tracer.rows[number]
        paths = [path for path, _ in leaves(row.message) if row.sources and not is_discriminator(path)]
        assert [path for path in paths if Spot(number, path) not in reported] == []


@EVERY_EDGE
@FEW
@given(seed=st.integers(0, 2**32))
def test_no_json_makes_a_trace_raise(edge: Edge, seed: int) -> None:
    document = history_like(random.Random(seed))
    messages = (
        document if isinstance(document, list) else next(v for v in reversed(document.values()) if isinstance(v, list))
    )
    tracer = Tracer(edge, messages, {})
    assert len([tracer.trace(index) for index in range(len(messages))]) == len(messages)


@EVERY_EDGE
def test_deep_nesting_does_not_make_a_trace_raise(edge: Edge) -> None:
    deep: Any = "end"
    for _ in range(1_500):
        deep = [deep]
    messages: list[Any] = [
        {"role": "tool", "tool_call_id": "call_1", "content": deep},
        {"speaker": "tool", "blocks": [{"type": "tool_response", "callId": "1", "result": deep}]},
        {"role": "assistant", "content": deep, "tool_calls": deep, "parts": deep},
    ]
    tracer = Tracer(edge, messages, {})
    assert all(isinstance(tracer.trace(index), Trace) for index in range(3))
