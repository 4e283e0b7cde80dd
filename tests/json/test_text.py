"""JSON text: every value can be written and read back."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies.json_values import json_values
from workbench.json.text import (
    MAX_DEPTH,
    are_json_objects,
    compact,
    is_json_container,
    object_or_none,
    parse_or_none,
    spaced,
)


def nested(depth: int) -> Any:
    value: Any = {"end": [1, "a", None]}
    for level in range(depth):
        value = {"k": value, "n": level} if level % 2 else [level, value]
    return value


@given(json_values)
def test_compact_has_no_spaces_and_reads_back(value: Any) -> None:
    assert json.loads(compact(value)) == value
    assert compact({"a": [1, 2]}) == '{"a":[1,2]}'


@given(json_values)
def test_spaced_equals_what_python_writes(value: Any) -> None:
    assert json.loads(spaced(value)) == value
    assert spaced({"a": [1, 2], "b": "é"}) == '{"a": [1, 2], "b": "é"}'


@pytest.mark.parametrize("write", [compact, spaced])
def test_ten_thousand_levels_are_written(write: type[str]) -> None:
    text = write(nested(10_000))
    assert text.count("[") == text.count("]") == 5_001
    assert text.count("{") == text.count("}") == 5_001


def test_the_deep_writer_agrees_with_the_ordinary_one() -> None:
    deep = nested(3_000)
    assert compact(deep) == spaced(deep).replace(", ", ",").replace(": ", ":")
    assert compact(deep).endswith('"n":2997}],"n":2999}')
    assert json.loads(compact(nested(300))) == nested(300)


@pytest.mark.parametrize("write", [compact, spaced])
def test_an_integer_beyond_64_bits_keeps_its_digits(write: type[str]) -> None:
    assert write({"n": 2**70}).replace(" ", "") == '{"n":1180591620717411303424}'


@pytest.mark.parametrize("write", [compact, spaced])
def test_a_lone_surrogate_is_written_so_that_it_can_be_sent(write: type[str]) -> None:
    text = write(["\ud800", "😀"])
    assert text.encode().decode() == text
    assert json.loads(text) == ["\ud800", "😀"]


@pytest.mark.parametrize("value", [{1: "a"}, [{2}], {"a": object}])
def test_a_value_that_is_not_json_does_not_raise(value: Any) -> None:
    assert isinstance(compact(value), str)
    assert isinstance(spaced(value), str)


@given(st.integers())
def test_an_integer_keeps_every_digit(number: int) -> None:
    assert parse_or_none(str(number)) == number
    assert [type(item) for item in parse_or_none(f"[{number}]") or []] == [int]


def test_an_escaped_lone_surrogate_is_valid_json() -> None:
    assert parse_or_none('"\\ud800"') == "\ud800"


@pytest.mark.parametrize("text", ["", "{", "NaN", "[Infinity]", "{'a': 1}", "[" * 200_000, "\ud800", "1 2"])
def test_invalid_json_is_none(text: str) -> None:
    assert parse_or_none(text) is None


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"a": 1}, {"a": 1}),
        ('{"a": 1}', {"a": 1}),
        ("[1]", None),
        ('"{}"', None),
        ("{", None),
        (None, None),
        ([], None),
    ],
)
def test_an_object_is_returned_as_it_is_or_parsed_from_its_text(value: Any, expected: Any) -> None:
    assert object_or_none(value) == expected


@given(st.lists(st.one_of(st.text(max_size=8), json_values.map(compact)), max_size=4))
def test_objects_and_lists_are_recognised_as_if_each_were_parsed(texts: list[str]) -> None:
    parsed = [parse_or_none(text) for text in texts]
    assert [is_json_container(text) for text in texts] == [isinstance(value, (dict, list)) for value in parsed]
    assert are_json_objects(texts) == all(isinstance(value, dict) for value in parsed)


def test_a_list_that_is_nested_too_deeply_is_no_container() -> None:
    assert is_json_container("[" * MAX_DEPTH + "]" * MAX_DEPTH)
    assert not is_json_container("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1))


def test_an_object_with_half_a_character_is_still_an_object() -> None:
    assert are_json_objects(['{"a": 1}', '{"a": "\\ud83d"}'])
