"""Messages with the same trace share a shape key; anything a converter may branch on changes the key."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from tests.strategies.json_values import json_values
from workbench.provenance.shape import shape_key

PNG = "iVBORw0KGgoAAAANSUhEUg=="
JPEG = "/9j/4AAQSkZJRgABAQAAAQ=="

SAME_KEY: list[tuple[str, Any, Any]] = [
    ("another text", {"text": "a text"}, {"text": "a longer text"}),
    ("other ids", {"id": "call_1"}, {"id": "call_2"}),
    ("other arguments", {"args": {"path": "a.py"}}, {"args": {"path": "b.py"}}),
    ("other arguments as JSON", {"arguments": '{"path":"a.py"}'}, {"arguments": '{"path": "b.py"}'}),
    ("other numbers", {"metadata": {"ts": 1700}}, {"metadata": {"ts": 1800}}),
    ("other links", {"text": "https://a.b"}, {"text": "https://c.d"}),
    ("the same two ids in both places", [{"id": "x"}, {"callId": "x"}], [{"id": "y"}, {"callId": "y"}]),
]
DIFFERENT_KEYS: list[tuple[str, Any, Any]] = [
    ("another key", {"text": "a"}, {"title": "a"}),
    ("another role", {"role": "user"}, {"role": "assistant"}),
    ("another switch", {"status": "error"}, {"status": "ok"}),
    ("an empty text", {"text": "a"}, {"text": ""}),
    ("a blank text", {"text": "a"}, {"text": " "}),
    ("a text that is too short to be recognised elsewhere", {"text": "one"}, {"text": "four"}),
    ("another type", {"result": "1"}, {"result": 1}),
    ("null", {"result": None}, {"result": "a"}),
    ("zero", {"result": 0}, {"result": 5}),
    ("a flag", {"isError": True}, {"isError": False}),
    ("another prefix", {"id": "call_1"}, {"id": "toolu_1"}),
    ("a foreign letter in the id", {"id": "a"}, {"id": "a.b"}),
    ("an id that is too long", {"id": "a"}, {"id": "a" * 65}),
    ("ids that are equal", [{"id": "x"}, {"callId": "x"}], [{"id": "x"}, {"callId": "y"}]),
    ("one more item", {"content": ["a"]}, {"content": ["a", "b"]}),
    ("an empty list", {"content": []}, {"content": {}}),
    ("JSON inside", {"content": '{"a":1}'}, {"content": "words"}),
    ("other JSON inside", {"arguments": '{"a":1}'}, {"arguments": '{"b":1}'}),
    ("a number inside", {"content": "12"}, {"content": "zwölf"}),
    ("other bytes", {"content": PNG}, {"content": JPEG}),
    ("a data URL", {"content": f"data:image/png;base64,{PNG}"}, {"content": "https://a.b/c.png"}),
    ("a data URL of another type", {"content": "data:image/png;base64,"}, {"content": "data:image/gif;base64,"}),
    ("keys in another order", {"a": 1, "b": 2}, {"b": 2, "a": 1}),
    ("words that look like structure", {"a": ["word", "x"]}, {"a": {"word": "x"}}),
]


@pytest.mark.parametrize(("one", "other"), [row[1:] for row in SAME_KEY], ids=[row[0] for row in SAME_KEY])
def test_messages_with_this_difference_share_a_key(one: Any, other: Any) -> None:
    assert shape_key([one]) == shape_key([other])


@pytest.mark.parametrize(("one", "other"), [row[1:] for row in DIFFERENT_KEYS], ids=[row[0] for row in DIFFERENT_KEYS])
def test_messages_with_this_difference_have_different_keys(one: Any, other: Any) -> None:
    assert shape_key([one]) != shape_key([other])


def test_the_order_of_members_is_part_of_the_key() -> None:
    assert shape_key([{"a": 1}, {"b": 1}]) != shape_key([{"b": 1}, {"a": 1}])


@given(json_values)
def test_any_value_has_a_hashable_key(value: Any) -> None:
    assert {shape_key([value]): 1}[shape_key([value])] == 1
