"""Pointers, paths and readable notation for the same location."""

from __future__ import annotations

import tracemalloc
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies.json_values import json_values
from workbench.json.pointer import (
    PointerError,
    containers,
    follow,
    item_paths,
    leaves,
    readable,
    replaced,
    resolve,
    to_path,
    to_pointer,
)

steps = st.lists(st.text() | st.integers(0, 10**6), max_size=6)
DOCUMENT = {"messages": [{"content": [{"text": "a"}, {"text": "b"}]}], "a/b": {"~": {"": 1}}, "3": "three"}


@pytest.mark.parametrize(
    ("path", "pointer"),
    [((), ""), (("messages", 3), "/messages/3"), (("a/b", "~"), "/a~1b/~0"), (("",), "/"), (("~1",), "/~01")],
)
def test_a_path_is_written_as_rfc_6901_requires(path: tuple[str | int, ...], pointer: str) -> None:
    assert to_pointer(path) == pointer
    assert to_path(pointer) == tuple(map(str, path))


@given(steps)
def test_a_path_survives_the_round_trip_through_its_pointer(path: list[str | int]) -> None:
    assert to_path(to_pointer(path)) == tuple(map(str, path))


def test_a_pointer_must_start_with_a_slash() -> None:
    with pytest.raises(PointerError, match="starts with '/'"):
        to_path("messages/3")


@pytest.mark.parametrize(
    ("pointer", "value"),
    [("", DOCUMENT), ("/messages/0/content/1/text", "b"), ("/a~1b/~0/", 1), ("/3", "three")],
)
def test_a_pointer_resolves_to_its_value(pointer: str, value: Any) -> None:
    assert resolve(DOCUMENT, pointer) == value


@pytest.mark.parametrize(
    "pointer",
    [
        "/nothing",
        "/messages/1",
        "/messages/-1",
        "/messages/-",
        "/messages/00",
        "/messages/٠",
        "/messages/" + "9" * 5000,
        "/messages/0/content/1/text/0",
    ],
)
def test_a_pointer_without_a_value_raises(pointer: str) -> None:
    with pytest.raises(PointerError, match="does not exist"):
        resolve(DOCUMENT, pointer)


def test_a_negative_index_does_not_count_from_the_end() -> None:
    with pytest.raises(PointerError):
        follow([1, 2], (-1,))


@settings(deadline=None)
@given(json_values)
def test_every_leaf_is_at_its_path_and_its_pointer(document: Any) -> None:
    for path, value in leaves(document):
        assert follow(document, path) is value
        assert resolve(document, to_pointer(path)) is value


def test_leaves_come_in_order_and_empty_containers_are_leaves() -> None:
    document = {"b": [1, {"c": []}], "a": {}}
    assert list(leaves(document)) == [(("b", 0), 1), (("b", 1, "c"), []), (("a",), {})]


def test_leaves_of_a_deep_document_take_little_memory() -> None:
    deep: Any = 1
    for _ in range(3_000):
        deep = {"a": deep, "b": 1}
    tracemalloc.start()
    count = sum(1 for _ in leaves(deep))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == 3_001
    assert peak < 5_000_000  # a path for each open sibling would be 36 MB here, and 1.6 GB at 20,000 levels


def test_leaves_works_at_any_depth() -> None:
    deep: Any = 7
    for _ in range(5_000):
        deep = [deep]
    ((path, value),) = leaves(deep)
    assert (len(path), value) == (5_000, 7)


@pytest.mark.parametrize(
    ("pointer", "text"),
    [
        ("/messages/3/content/1", "messages[3].content[1]"),
        ("/0/role", "[0].role"),
        ("/a b/x", '["a b"].x'),
        ('/say "hi"', '["say \\"hi\\""]'),
        ("", ""),
        ("/", '[""]'),
        ("/a.b/c[0]", '["a.b"]["c[0]"]'),
    ],
)
def test_a_pointer_is_written_in_the_notation_of_people(pointer: str, text: str) -> None:
    assert readable(pointer) == text


@pytest.mark.parametrize("pointer", ["/3/t", "/3/0", "/messages/content"])
def test_a_string_has_no_children_and_a_list_has_no_keys(pointer: str) -> None:
    with pytest.raises(PointerError, match="does not exist"):
        resolve(DOCUMENT, pointer)
    with pytest.raises(PointerError, match="does not exist"):
        follow(["role"], ("role",))


@pytest.mark.parametrize("value", [[], {}, 7, None, ""])
def test_a_value_without_children_is_its_own_only_leaf(value: Any) -> None:
    assert list(leaves(value)) == [((), value)]
    assert list(leaves(value, ("at",))) == [(("at",), value)]


def test_a_value_is_replaced_in_a_copy_that_shares_the_rest() -> None:
    value: Any = {"a": [{"b": 1}, {"c": 2}], "d": {}}
    changed = replaced(value, ("a", 0, "b"), 9)
    assert changed == {"a": [{"b": 9}, {"c": 2}], "d": {}}
    assert value == {"a": [{"b": 1}, {"c": 2}], "d": {}}
    assert changed["a"][1] is value["a"][1]
    assert changed["d"] is value["d"]
    assert replaced(value, (), 9) == 9


def test_containers_come_outermost_first_with_their_paths() -> None:
    value: Any = {"a": [1, {"b": {}}, []], "c": 2, "d": {"e": [3]}}
    paths_and_items = [(to_pointer(path), item) for path, item in containers(value)]
    assert paths_and_items == [(at, resolve(value, at)) for at in ("", "/a", "/a/1", "/a/1/b", "/a/2", "/d", "/d/e")]


@given(json_values)
def test_the_path_of_every_container_resolves_to_it(value: Any) -> None:
    paths_and_items = list(containers(value))
    assert all(follow(value, path) is item for path, item in paths_and_items)
    assert len({path for path, _ in paths_and_items}) == len(paths_and_items)


def test_containers_stops_at_the_maximum_depth() -> None:
    value: Any = {"a": [{"b": {}}], "c": {}}
    assert [to_pointer(path) for path, _ in containers(value, max_depth=1)] == ["", "/a", "/c"]
    assert [to_pointer(path) for path, _ in containers(value, max_depth=0)] == [""]


@pytest.mark.parametrize("count", [0, 1, 15, 1_000, 1_001, 2_500])
def test_the_paths_of_items_count_from_zero_and_are_a_list_of_their_own(count: int) -> None:
    paths = item_paths(count)
    assert paths == [(index,) for index in range(count)]
    paths.append((0,))
    assert len(item_paths(count)) == count
