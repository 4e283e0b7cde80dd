"""Any value comes back as it was, type by type."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.json.text import DEEPEST, Json
from workbench.store.exact import decode, encode

_TEXTS = st.text(st.characters(codec=None))  # half characters too
_ATOMS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | _TEXTS | st.binary()
_VALUES = st.recursive(_ATOMS, lambda inner: st.lists(inner) | st.dictionaries(_TEXTS, inner), max_leaves=30)


def _same(one: object, other: object) -> bool:
    """Equal, and of the same types: `1 == 1.0 == True`."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict) and isinstance(other, dict):
        return list(one) == list(other) and all(_same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    return one == other


@given(_VALUES)
def test_any_value_comes_back(value: Json) -> None:
    assert _same(decode(encode(value)), value)


@pytest.mark.parametrize(
    "value",
    [10**300, -(10**300), 2**64, 2**64 - 1, -(2**63) - 1, "\ud83d", "\ud83d\ude00", {"\udfff": [{"a": 2**70}]}, -0.0],
)
def test_what_no_json_writer_takes_comes_back(value: Json) -> None:
    back = decode(encode(value))
    assert _same(back, value)
    assert str(back) == str(value)


def test_numbers_that_are_none_come_back() -> None:
    nan, infinite = decode(encode([math.nan, -math.inf]))
    assert math.isnan(nan)
    assert infinite == -math.inf


def test_a_value_as_deep_as_is_read_comes_back() -> None:
    deep: Json = "\ud800"
    for _ in range(DEEPEST):
        deep = [deep]
    assert decode(encode(deep)) == deep
