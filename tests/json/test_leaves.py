"""What in a document is somebody's word, and what only names a kind or a place."""

from __future__ import annotations

import pytest

from workbench.json.leaves import Leaf, Place, is_sentence_as_id, only_names, only_tells_kind


@pytest.mark.parametrize(
    ("value", "expected"),
    [("call_1", False), ("call 1", False), ("functions.bash 0", False), ("79:** To check", True), (7, False)],
)
def test_an_id_may_have_a_blank_but_a_sentence_in_its_place_was_said(value: object, expected: bool) -> None:
    assert is_sentence_as_id(value) is expected
    assert only_names(Leaf("tool_call_id", Place.MESSAGE, value)) is not expected


def test_a_role_names_who_speaks_and_the_same_word_elsewhere_was_said() -> None:
    assert only_names(Leaf("role", Place.ROLE, "user"))
    assert not only_names(Leaf("response", Place.MESSAGE, "user"))
    assert not only_names(Leaf("role", Place.ARGUMENTS, "user"))


def test_a_type_in_the_schema_of_a_tool_is_found_there_and_a_role_is_not() -> None:
    assert not only_tells_kind(Leaf("type", Place.SCHEMA, "string"))
    assert only_tells_kind(Leaf("type", Place.MESSAGE, "text"))
