"""Tracing takes work in proportion to the size of a message, whatever is wide or deep in it."""

from __future__ import annotations

import json
from typing import Any

from tests.call_counting import calls_made
from workbench import trace
from workbench.json.pointer import leaves
from workbench.provenance.labels import label
from workbench.sources.contract import Material
from workbench.sources.spans import spans_of

SIZE = 150


def wide(count: int) -> list[Any]:
    return [{f"key{number}": f"word {number}"} for number in range(count)]


def nested(value: Any, levels: int) -> Any:
    for _ in range(levels):
        value = {"inside": value}
    return value


def parsed_labels(count: int) -> list[str]:
    """The label of every value that a target parses from the arguments in a string."""
    values = wide(count)
    text = json.dumps(values)
    return [label((), text, path, leaf) for path, leaf in leaves(values)]


def test_twice_the_values_parsed_from_a_string_take_twice_the_work() -> None:
    assert set(parsed_labels(SIZE)) == {"parsed"}
    assert calls_made(lambda: parsed_labels(2 * SIZE)) < 3 * calls_made(lambda: parsed_labels(SIZE + 1))


def test_the_attributes_of_a_deep_span_have_no_names_longer_than_any_convention() -> None:
    deep = nested(wide(3), 200)
    span = {"trace_id": "a", "span_id": "b", "name": "chat", "attributes": {"gen_ai.system": deep}}
    (read,) = spans_of(Material([span]))
    assert max(name.count(".") for name in read.attributes) < 30
    assert read.get("gen_ai.system") == deep


def results_before_their_calls(count: int) -> Any:
    """A history whose results are merged into one target message, far from the calls that name their tools."""
    results = [{"role": "tool", "tool_call_id": f"c{at}", "content": f"r{at}"} for at in range(count)]
    calls = [{"id": f"c{at}", "type": "function", "function": {"name": "f", "arguments": "{}"}} for at in range(count)]
    asking = [{"role": "assistant", "content": None, "tool_calls": [call]} for call in calls]
    return [{"role": "user", "content": "Look."}, *results, *asking]


def test_messages_that_depend_on_many_others_are_not_each_probed_with_the_entire_history() -> None:
    few, many = results_before_their_calls(40), results_before_their_calls(80)
    assert calls_made(lambda: trace(many, "gemini")) < 4 * calls_made(lambda: trace(few, "gemini"))
