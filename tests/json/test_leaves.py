"""Which leaves of a document are content, and which are only metadata."""

from __future__ import annotations

import pytest

from workbench.json.leaves import Leaf, PartOf, is_kind_only, is_metadata, is_sentence_as_id


@pytest.mark.parametrize(
    ("value", "expected"),
    [("call_1", False), ("call 1", False), ("functions.bash 0", False), ("79:** To check", True), (7, False)],
)
def test_an_id_may_contain_a_space_but_a_sentence_as_id_is_content(value: object, expected: bool) -> None:
    assert is_sentence_as_id(value) is expected
    assert is_metadata(Leaf("tool_call_id", PartOf.MESSAGE, value)) is not expected


def test_a_role_is_metadata_and_the_same_word_elsewhere_is_content() -> None:
    assert is_metadata(Leaf("role", PartOf.ROLE, "user"))
    assert not is_metadata(Leaf("response", PartOf.MESSAGE, "user"))
    assert not is_metadata(Leaf("role", PartOf.ARGUMENTS, "user"))


def test_a_type_in_the_schema_of_a_tool_counts_as_evidence_and_the_type_of_a_message_does_not() -> None:
    assert not is_kind_only(Leaf("type", PartOf.SCHEMA, "string"))
    assert is_kind_only(Leaf("type", PartOf.MESSAGE, "text"))
