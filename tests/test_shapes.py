"""What is worked out once for a shape must hold for every message of it."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.random_documents import history_like
from tests.strategies.json_values import json_values
from workbench.json.text import Json
from workbench.shapes import shape_of, shapes_of


def random_messages() -> list[Json]:
    documents = [history_like(random.Random(seed)) for seed in range(3_000)]
    return [message for document in documents for message in (document if isinstance(document, list) else [document])]


def assert_one_shape_each(messages: list[Json]) -> int:
    numbers, examples, signatures, counts = shapes_of(messages)
    assert [shape_of(message) for message in messages] == [shape_of(examples[number]) for number in numbers]
    assert counts == [numbers.count(number) for number in range(len(signatures))]
    return len(examples)


def test_messages_of_one_number_have_one_shape() -> None:
    assert assert_one_shape_each(random_messages()) > 1_000


@settings(deadline=None, max_examples=200)
@given(st.lists(st.dictionaries(st.sampled_from(["role", "speaker", "type", "kind", "content"]), json_values)))
def test_words_that_are_no_words_do_not_hide_those_that_are(messages: list[Json]) -> None:
    assert_one_shape_each(messages)


def test_parts_are_told_apart_by_where_their_keys_end() -> None:
    one = {"content": [{"a": 1, "b": 2, "type": "c"}]}
    other = {"content": [{"a": 1, "type": "b"}, {"type": "c"}]}
    assert shapes_of([one, other, one])[0] == [0, 1, 0]


def test_what_was_said_makes_no_shape() -> None:
    said = [{"role": "user", "content": [{"type": "text", "text": text}]} for text in "abc"]
    assert shapes_of(said)[:2] == ([0, 0, 0], said[:1])
