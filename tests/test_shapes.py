"""All messages with the same signature have the same shape, so results can be shared between them."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.random_documents import history_like
from tests.strategies.json_values import json_values
from workbench.shapes import shape_of, shapes_of


def random_messages() -> list[Any]:
    documents = [history_like(random.Random(seed)) for seed in range(3_000)]
    return [message for document in documents for message in (document if isinstance(document, list) else [document])]


def assert_one_shape_each(messages: list[Any]) -> int:
    numbers, examples, signatures, counts = shapes_of(messages)
    assert [shape_of(message) for message in messages] == [shape_of(examples[number]) for number in numbers]
    assert counts == [numbers.count(number) for number in range(len(signatures))]
    return len(examples)


def test_messages_with_the_same_number_have_the_same_shape() -> None:
    assert assert_one_shape_each(random_messages()) > 1_000


@settings(deadline=None, max_examples=200)
@given(st.lists(st.dictionaries(st.sampled_from(["role", "speaker", "type", "kind", "content"]), json_values)))
def test_roles_and_types_of_any_json_type_are_grouped_correctly(messages: list[Any]) -> None:
    assert_one_shape_each(messages)


def test_one_part_and_two_parts_with_similar_keys_have_different_shapes() -> None:
    one_part = {"content": [{"a": 1, "b": 2, "type": "c"}]}
    two_parts = {"content": [{"a": 1, "type": "b"}, {"type": "c"}]}
    assert shapes_of([one_part, two_parts, one_part])[0] == [0, 1, 0]


def test_the_text_of_a_message_does_not_affect_its_shape() -> None:
    messages = [{"role": "user", "content": [{"type": "text", "text": text}]} for text in "abc"]
    assert shapes_of(messages)[:2] == ([0, 0, 0], messages[:1])
