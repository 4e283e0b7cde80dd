"""The label that describes how a source value became a target value."""

from __future__ import annotations

from typing import Any

import pytest

from workbench.provenance.labels import label

PNG = "iVBORw0KGgoAAAANSUhEUg=="


@pytest.mark.parametrize(
    ("before", "after", "how"),
    [
        ("hist_tool_9", "call_9", "prefix rewritten: `hist_tool_` → `call_`, spec 001 line 10"),
        ("toolu_9", "call_9", "prefix rewritten: `toolu_` → `call_`, spec 001 line 16"),
        ("9", "call_9", "prefix added: `call_`, spec 001 line 20"),
        ("call_9", "hist_tool_9", "prefix rewritten: `call_` → `hist_tool_`, spec 001 line 39"),
        ("toolu_9", "hist_tool_9", "prefix rewritten: `toolu_` → `hist_tool_`, spec 001 line 45"),
        ("9", "hist_tool_9", "prefix added: `hist_tool_`, spec 001 line 49"),
        ("one", "one\ntwo", "joined"),
        ("Bern", '{"city":"Bern"}', "serialised"),
        (7, '{"days":7}', "serialised"),
        (7, "7", "serialised"),
        ('{"city":"Bern"}', "Bern", "parsed"),
        ('{"days":7}', 7, "parsed"),
        ("ok", '"ok"', "serialised"),
        (PNG, f"data:image/png;base64,{PNG}", "data URL built"),
        ("image/png", f"data:image/png;base64,{PNG}", "data URL built"),
        (f"data:image/png;base64,{PNG}", PNG, "taken from the data URL"),
        (f"data:image/png;base64,{PNG}", "image/png", "taken from the data URL"),
        (None, "", "default filled in"),
        ("error", True, "decided"),
        ("a", "b", "decided"),
        (1, True, "decided"),
    ],
)
def test_the_label_follows_from_the_two_values(before: Any, after: Any, how: str) -> None:
    assert label(("source",), before, ("target",), after) == how


def test_an_equal_value_is_copied_under_the_same_key_and_renamed_under_another() -> None:
    assert label(("a", "text"), "x", ("b", 0, "text"), "x") == "copied"
    assert label(("content",), "x", ("blocks", 0, "text"), "x") == "renamed"


def test_a_value_of_another_message_was_looked_up() -> None:
    assert label(("name",), "x", ("name",), "x", other_message=True) == "looked up"
