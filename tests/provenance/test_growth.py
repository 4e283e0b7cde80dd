"""Tracing takes work in proportion to the size of a message, whatever is wide or deep in it."""

from __future__ import annotations

import json
from typing import Any

from tests.call_counting import calls_made
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
