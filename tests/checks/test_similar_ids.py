"""Ids that are the same id, written differently."""

from __future__ import annotations

from typing import Any

import pytest

from workbench.checks.similar_ids import are_alike, bare_key, mismatch_cause, prefix_of


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("call_1", "toolu_1"),
        ("hist_tool_toolu_1", "1"),
        ("functions.read:0", "functions_read_0"),
        ("call_a.b", "call_a_b"),
        (7, "7"),
        ("call_7", 7),
    ],
)
def test_a_prefix_or_a_replaced_character_does_not_make_another_id(one: Any, other: Any) -> None:
    assert are_alike(one, other)
    assert are_alike(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [("call_1", "call_2"), ("", ""), (None, None), (True, True), (True, "True"), (["a"], ["a"]), ("call_", "toolu_")],
)
def test_an_invalid_id_matches_nothing_and_a_bare_prefix_only_itself(one: Any, other: Any) -> None:
    assert not are_alike(one, other)
    assert bare_key("call_") == "call_"


def test_all_prefixes_are_removed_together() -> None:
    assert (prefix_of("hist_tool_toolu_1"), bare_key("hist_tool_toolu_1")) == ("hist_tool_toolu_", "1")
    assert (prefix_of("1"), bare_key("1")) == ("", "1")


def test_one_change_of_prefixes_is_one_cause_and_every_other_mismatch_its_own() -> None:
    assert mismatch_cause("toolu_1", "call_1") == mismatch_cause("toolu_2", "call_2") == "prefix call_ became toolu_"
    assert mismatch_cause("1", "call_1") == "prefix call_ became no prefix"
    assert mismatch_cause("call_a.b", "call_a_b") == "mismatch call_a.b", "the prefix is the same"
    assert mismatch_cause("toolu_2", "call_1") == "mismatch toolu_2"
    assert mismatch_cause(7, "call_7") == "mismatch 7"
