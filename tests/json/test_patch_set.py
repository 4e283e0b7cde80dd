"""Patches for the same document, applied together or one operation after the other."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from workbench.json.patch import add, apply, move, remove, replace
from workbench.json.patch_set import Claims, apply_together, fits, in_order, removed_values, without_moves

DOCUMENT: Any = {"messages": [{"parts": [1, 2, 3]}, {"x": 1}, 5, 6]}


def test_every_pointer_refers_to_the_document_before_the_patch() -> None:
    patch = in_order(
        [
            add("/messages/1", "a"),
            add("/messages/1", "b"),
            remove("/messages/0/parts/1"),
            replace("/messages/1/x", 9),
            add("/messages/0/parts/-", 7),
            add("/messages/0/parts/-", 8),
            remove("/messages/3"),
        ]
    )
    after = {"messages": [{"parts": [1, 3, 7, 8]}, "a", "b", {"x": 9}, 5]}
    assert apply(DOCUMENT, patch) == after
    assert apply_together(DOCUMENT, [patch]) == after
    assert DOCUMENT == {"messages": [{"parts": [1, 2, 3]}, {"x": 1}, 5, 6]}


def test_insertions_at_one_pointer_keep_their_order() -> None:
    assert apply_together([1], [(add("/0", "a"),), (add("/0", "b"),), (add("/1", "c"),), (add("/-", "d"),)]) == [
        "a", "b", 1, "c", "d",
    ]  # fmt: skip


@given(st.integers(0, 4), st.integers(0, 4))
def test_a_move_equals_a_removal_and_an_addition(source: int, target: int) -> None:
    items = list("abcde")
    moved = move(f"/{source}", f"/{target}")
    assert apply(items, in_order(without_moves(items, [moved]))) == apply(items, [moved])


@given(st.lists(st.tuples(st.sampled_from(["add", "remove", "replace"]), st.integers(0, 5)), max_size=8))
def test_sorted_operations_one_by_one_give_the_same_as_all_together(chosen: list[tuple[str, int]]) -> None:
    document: Any = {"list": list("abcdef")}
    claims = Claims()
    operations: list[Any] = [
        {"op": name, "path": f"/list/{index}", **({"value": number} if name != "remove" else {})}
        for number, (name, index) in enumerate(chosen)
    ]
    patches = [(operation,) for operation in operations if claims.take(document, [operation])]
    patch = in_order([operation for (operation,) in patches])
    assert apply(document, patch) == apply_together(document, patches) == apply_together(document, [patch])


def test_two_patches_of_one_value_or_of_its_container_conflict() -> None:
    claims = Claims()
    assert claims.take(DOCUMENT, [replace("/messages/0/parts/1", 0)])
    assert not claims.take(DOCUMENT, [remove("/messages/0/parts/1")])
    assert not claims.take(DOCUMENT, [replace("/messages/0", {})])
    assert not claims.take(DOCUMENT, [replace("/messages", [])])
    assert claims.take(DOCUMENT, [add("/messages/0/parts/0", 0)])
    assert claims.take(DOCUMENT, [remove("/messages/1")])
    assert not claims.take(DOCUMENT, [add("/messages/1/y", 0)])


def test_a_patch_fits_if_its_pointers_exist() -> None:
    assert fits(DOCUMENT, [add("/messages/4", 1), replace("/messages/3", 1), add("/new", 1)])
    assert not fits(DOCUMENT, [add("/messages/5", 1)])
    assert not fits(DOCUMENT, [remove("/messages/9")])
    assert not fits(DOCUMENT, [add("/messages/2/x", 1)])


def test_removed_values_are_those_that_a_patch_removes_or_overwrites() -> None:
    patch = [remove("/messages/2"), add("/messages/1/x", 2), add("/messages/0", "new"), replace("/messages/3", 7)]
    assert list(removed_values(DOCUMENT, patch)) == [("/messages/2", 5), ("/messages/1/x", 1), ("/messages/3", 6)]
