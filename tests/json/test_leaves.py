"""What in a document is somebody's word, and what only names a kind or a place."""

from __future__ import annotations

import pytest

from workbench.json.leaves import Leaf, PartOf, is_kind_only, is_metadata, is_sentence_as_id


@pytest.mark.parametrize(
    ("value", "expected"),
    [("call_1", False), ("call 1", False), ("functions.bash 0", False), ("79:** To check", True), (7, False)],
)
def test_an_id_may_have_a_blank_but_a_sentence_in_its_place_was_said(value: object, expected: bool) -> None:
    assert is_sentence_as_id(value) is expected
    assert is_metadata(Leaf("tool_call_id", PartOf.MESSAGE, value)) is not expected


def test_a_role_names_who_speaks_and_the_same_word_elsewhere_was_said() -> None:
    assert is_metadata(Leaf("role", PartOf.ROLE, "user"))
    assert not is_metadata(Leaf("response", PartOf.MESSAGE, "user"))
    assert not is_metadata(Leaf("role", PartOf.ARGUMENTS, "user"))


def test_a_type_in_the_schema_of_a_tool_is_found_there_and_a_role_is_not() -> None:
    assert not is_kind_only(Leaf("type", PartOf.SCHEMA, "string"))
    assert is_kind_only(Leaf("type", PartOf.MESSAGE, "text"))
