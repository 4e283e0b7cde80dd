"""Any value is decoded to an equal value of the same types."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.json.text import MAX_DEPTH
from workbench.store.encoding import decode, encode

_TEXTS = st.text(st.characters(codec=None))  # lone surrogates too
_ATOMS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | _TEXTS | st.binary()
_VALUES = st.recursive(_ATOMS, lambda inner: st.lists(inner) | st.dictionaries(_TEXTS, inner), max_leaves=30)


def _same(left: object, right: object) -> bool:
    """Whether two values are equal and have the same types: in Python `1 == 1.0 == True`."""
    if type(left) is not type(right):
        return False
    if isinstance(left, dict) and isinstance(right, dict):
        return list(left) == list(right) and all(_same(left[key], right[key]) for key in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(_same, left, right))
    return left == right


@given(_VALUES)
def test_any_value_is_decoded_unchanged(value: Any) -> None:
    assert _same(decode(encode(value)), value)


@pytest.mark.parametrize(
    "value",
    [10**300, -(10**300), 2**64, 2**64 - 1, -(2**63) - 1, "\ud83d", "\ud83d\ude00", {"\udfff": [{"a": 2**70}]}, -0.0],
)
def test_values_that_no_json_writer_accepts_are_decoded_unchanged(value: Any) -> None:
    back = decode(encode(value))
    assert _same(back, value)
    assert str(back) == str(value)


def test_nan_and_infinity_are_decoded_unchanged() -> None:
    nan, infinite = decode(encode([math.nan, -math.inf]))
    assert math.isnan(nan)
    assert infinite == -math.inf


def test_the_deepest_value_that_can_be_loaded_is_decoded_unchanged() -> None:
    deep: Any = "\ud800"
    for _ in range(MAX_DEPTH):
        deep = [deep]
    assert decode(encode(deep)) == deep
