"""Changed values for a probe, and messages with leaves replaced or removed."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given

from tests.strategies.json_values import json_values
from workbench.json.media import media_type_of_base64, split_data_url
from workbench.json.pointer import leaves, replaced
from workbench.json.text import parse_or_none
from workbench.provenance.differences import differs
from workbench.provenance.values import all_changed, changed_values, is_discriminator, value_at, without

PNG = "iVBORw0KGgoAAAANSUhEUg=="


@given(json_values)
def test_a_changed_value_always_differs(value: Any) -> None:
    others = list(changed_values(value))
    assert others
    assert all(differs(other, value) for other in others)


@pytest.mark.parametrize("value", [1e308, -1.7e308, math.inf, -math.inf, math.nan, 2**70, 0, -1, 0.0, True])
def test_a_number_is_changed_however_large_it_is(value: Any) -> None:
    (other,) = changed_values(value)
    assert differs(other, value)


def test_json_inside_a_string_stays_json_and_each_of_its_values_changes_once() -> None:
    others = [parse_or_none(text) for text in changed_values('{"a":1,"b":{"c":"x"}}')]
    assert others == [{"a": 2, "b": {"c": "x"}}, {"a": 1, "b": {"c": "xAAAA"}}]


def test_every_value_of_a_large_json_string_changes_in_some_variant() -> None:
    inner = {f"key{number}": number for number in range(60)}
    others = [parse_or_none(text) for text in changed_values(str(inner).replace("'", '"'))]
    assert len(others) == 25
    assert {key for other in others if other for key in inner if other[key] != inner[key]} == set(inner)


def test_base64_stays_base64_and_a_data_url_stays_a_data_url() -> None:
    (longer,) = changed_values(PNG.rstrip("="))
    assert media_type_of_base64(longer) == "image/png"
    bytes_changed, type_changed = [split_data_url(url) for url in changed_values(f"data:image/png;base64,{PNG}")]
    assert bytes_changed is not None
    assert bytes_changed.media_type == "image/png"
    assert type_changed is not None
    assert (type_changed.media_type, type_changed.data) == ("image/gif", PNG)


def test_a_replaced_leaf_leaves_the_original_alone_and_shares_the_rest() -> None:
    message = {"a": [1, {"b": 2}], "c": {"d": 3}}
    other = replaced(message, ("a", 1, "b"), 9)
    assert other == {"a": [1, {"b": 9}], "c": {"d": 3}}
    assert message == {"a": [1, {"b": 2}], "c": {"d": 3}}
    assert other["c"] is message["c"]
    assert replaced(message, (), 5) == 5


def test_without_removes_keys_and_sets_list_items_to_null() -> None:
    message = {"a": [1, 2, 3], "b": 1}
    assert without(message, [("a", 1), ("b",)]) == {"a": [1, None, 3]}
    assert message == {"a": [1, 2, 3], "b": 1}
    assert without("text", [()]) is None


def test_all_changed_leaves_discriminators_alone() -> None:
    assert all_changed({"role": "user", "parts": [{"type": "text", "text": "a"}]}) == {
        "role": "user",
        "parts": [{"type": "text", "text": "aAAAA"}],
    }


@given(json_values)
def test_all_changed_changes_every_other_leaf(value: Any) -> None:
    other = all_changed(value)
    assert [path for path, leaf in leaves(value) if not is_discriminator(path) and value_at(other, path) == leaf] == []


def test_a_path_without_a_value_raises_a_lookup_error() -> None:
    for path in (("b",), ("a", 5), ("a", 0, "x")):
        with pytest.raises(LookupError):
            value_at({"a": [1]}, path)
