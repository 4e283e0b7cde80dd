"""Ids for a provider: legal, distinct and deterministic."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies.json_values import json_values
from workbench.converters.provider_ids import ProviderIds

ANTHROPIC = re.compile(r"[a-zA-Z0-9_-]+")
MISTRAL = re.compile(r"[a-zA-Z0-9]+")
IDS = st.lists(st.text("ab_.:-é", max_size=14) | st.text(max_size=80), max_size=12)


@settings(deadline=None, max_examples=100)
@given(IDS, st.integers(9, 64))
def test_every_id_becomes_legal(ids: list[str], max_length: int) -> None:
    rename = ProviderIds(ids, ANTHROPIC, max_length)
    for value in ids:
        assert ANTHROPIC.fullmatch(rename(value))
        assert len(rename(value)) <= max_length


@settings(deadline=None, max_examples=100)
@given(IDS, st.integers(9, 64))
def test_two_ids_never_become_the_same(ids: list[str], max_length: int) -> None:
    rename = ProviderIds(ids, ANTHROPIC, max_length)
    assert len({rename(value) for value in ids}) == len(set(ids))


@settings(deadline=None, max_examples=100)
@given(IDS)
def test_a_legal_id_stays_whatever_the_others_are(ids: list[str]) -> None:
    rename = ProviderIds(ids, ANTHROPIC, 20)
    for value in ids:
        if len(value) <= 20 and ANTHROPIC.fullmatch(value):
            assert rename(value) == value


@settings(deadline=None, max_examples=60)
@given(IDS)
def test_the_same_conversation_gives_the_same_ids(ids: list[str]) -> None:
    first, second = ProviderIds(ids, MISTRAL, 9, "0"), ProviderIds(ids, MISTRAL, 9, "0")
    assert [first(value) for value in ids] == [second(value) for value in ids]


@settings(deadline=None, max_examples=60)
@given(st.lists(json_values, max_size=6))
def test_a_value_that_is_not_a_string_stays_unchanged(values: list[Any]) -> None:
    rename = ProviderIds(values, ANTHROPIC, 64)
    assert all(rename(value) == value for value in values if not isinstance(value, str))


def test_a_rewritten_id_never_equals_an_original_one_that_comes_later() -> None:
    rename = ProviderIds(["functions.run:0", "functions_run_0"], ANTHROPIC, 64)
    assert rename("functions_run_0") == "functions_run_0"
    assert re.fullmatch(r"functions_run_0_[0-9a-f]{8}", rename("functions.run:0"))


def test_two_ids_that_differ_only_in_illegal_characters_stay_distinct() -> None:
    rename = ProviderIds(["a.b", "a:b"], ANTHROPIC, 64)
    assert rename("a.b") == "a_b"
    assert rename("a:b") != "a_b"


@pytest.mark.parametrize("length", [41, 65, 400])
def test_a_long_id_keeps_its_beginning_and_ends_in_a_hash(length: int) -> None:
    long = "call_" + "x" * (length - 5)
    short = ProviderIds([long], ANTHROPIC, 40)(long)
    assert len(short) == 40
    assert short.startswith("call_xxx")


def test_an_id_that_was_not_collected_becomes_none_of_the_ids_in_use() -> None:
    rename = ProviderIds(["a.b"], ANTHROPIC, 64)
    assert rename("a.b") == "a_b"
    assert rename("a_b") != "a_b"
    assert rename("new") == "new"


def test_an_empty_id_becomes_a_non_empty_one() -> None:
    assert ProviderIds([""], ANTHROPIC, 64)("") == "_"
