"""Spec 001, tool id normalization: every branch, edge case, invariant and warning."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.converters.tool_ids import (
    history_id,
    normalize_to_history_tool_id,
    normalize_to_openai_tool_id,
    wire_id,
)


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        pytest.param("call_abc123", "call_abc123", id="lines 003-004: already in OpenAI format"),
        pytest.param("hist_tool_abc123", "call_abc123", id="lines 008-010: from the history format"),
        pytest.param("toolu_xyz789", "call_xyz789", id="lines 014-016: from the Anthropic format"),
        pytest.param("random_id_123", "call_random_id_123", id="line 020: unknown format is prefixed"),
        pytest.param("", "call_", id="line 071: empty string"),
        pytest.param("hist_tool_", "call_", id="line 075: just the prefix"),
        pytest.param("hist_tool_abc_123_def", "call_abc_123_def", id="line 079: underscores are kept"),
    ],
)
def test_an_id_in_openai_form(raw: str, expected: str) -> None:
    assert normalize_to_openai_tool_id(raw) == expected


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        pytest.param("hist_tool_abc123", "hist_tool_abc123", id="lines 032-033: already in history format"),
        pytest.param("call_abc123", "hist_tool_abc123", id="lines 037-039: from the OpenAI format"),
        pytest.param("toolu_anthropic", "hist_tool_anthropic", id="lines 043-045: from the Anthropic format"),
        pytest.param("random_id_456", "hist_tool_random_id_456", id="line 049: unknown format is prefixed"),
        pytest.param("", "hist_tool_", id="line 072: empty string"),
        pytest.param("call_", "hist_tool_", id="line 076: just the prefix"),
        pytest.param("call_abc_123_def", "hist_tool_abc_123_def", id="line 080: underscores are kept"),
    ],
)
def test_an_id_in_history_form(raw: str, expected: str) -> None:
    assert normalize_to_history_tool_id(raw) == expected


@given(st.text())
def test_lines_061_062_an_id_of_the_history_comes_back_from_the_api(rest: str) -> None:
    raw = "hist_tool_" + rest
    assert normalize_to_history_tool_id(normalize_to_openai_tool_id(raw)) == raw


@given(st.text())
def test_lines_064_065_an_id_of_the_api_comes_back_from_the_history(rest: str) -> None:
    raw = "call_" + rest
    assert normalize_to_openai_tool_id(normalize_to_history_tool_id(raw)) == raw


@given(st.uuids())
def test_a_uuid_is_never_modified(uuid: object) -> None:
    for prefix in ("hist_tool_", "call_", "toolu_", ""):
        assert normalize_to_openai_tool_id(f"{prefix}{uuid}") == f"call_{uuid}"
        assert normalize_to_history_tool_id(f"{prefix}{uuid}") == f"hist_tool_{uuid}"


@given(st.text())
def test_the_output_always_has_its_prefix(raw: str) -> None:
    assert normalize_to_openai_tool_id(raw).startswith("call_")
    assert normalize_to_history_tool_id(raw).startswith("hist_tool_")


@given(st.text())
def test_normalizing_twice_changes_nothing(raw: str) -> None:
    once = normalize_to_openai_tool_id(raw)
    assert normalize_to_openai_tool_id(once) == once
    back = normalize_to_history_tool_id(raw)
    assert normalize_to_history_tool_id(back) == back


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("hist_tool_call_x", "call_call_x"),
        ("toolu_call_x", "call_call_x"),
        ("call_call_x", "call_call_x"),
        ("hist_tool_toolu_1", "call_toolu_1"),
    ],
)
def test_one_prefix_is_replaced_and_no_more(raw: str, expected: str) -> None:
    assert normalize_to_openai_tool_id(raw) == expected


@pytest.mark.parametrize(
    ("raw", "expected"),
    [("CALL_x", "call_CALL_x"), (" call_x", "call_ call_x"), ("callx", "call_callx"), ("f.read:0", "call_f.read:0")],
)
def test_nothing_is_trimmed_folded_or_cleaned(raw: str, expected: str) -> None:
    assert normalize_to_openai_tool_id(raw) == expected


@pytest.mark.parametrize("raw", ["toolu_x", "x"])
def test_other_ids_do_not_come_back(raw: str) -> None:
    assert normalize_to_history_tool_id(normalize_to_openai_tool_id(raw)) == "hist_tool_x"


@pytest.mark.parametrize("value", [None, 7, ["call_x"], {"id": "x"}])
def test_a_value_that_is_not_a_string_is_passed_on(value: object) -> None:
    assert wire_id(value) is value
    assert history_id(value) is value
