"""Patches that were made for one document, applied together, and in the order in which each applies alone."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from workbench.json.patch import add, apply, move, remove, replace
from workbench.json.patch_set import Claims, apply_together, fits, in_order, removed_values, without_moves
from workbench.json.text import Json

DOCUMENT: Json = {"messages": [{"parts": [1, 2, 3]}, {"x": 1}, 5, 6]}


def test_every_place_is_that_of_the_document_before() -> None:
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


def test_patches_at_one_place_keep_their_order() -> None:
    assert apply_together([1], [(add("/0", "a"),), (add("/0", "b"),), (add("/1", "c"),), (add("/-", "d"),)]) == [
        "a", "b", 1, "c", "d",
    ]  # fmt: skip


@given(st.integers(0, 4), st.integers(0, 4))
def test_a_move_is_a_removal_and_an_addition(source: int, target: int) -> None:
    items = list("abcde")
    moved = move(f"/{source}", f"/{target}")
    assert apply(items, in_order(without_moves(items, [moved]))) == apply(items, [moved])


@given(st.lists(st.tuples(st.sampled_from(["add", "remove", "replace"]), st.integers(0, 5)), max_size=8))
def test_one_after_the_other_in_order_gives_the_same_as_all_together(chosen: list[tuple[str, int]]) -> None:
    document: Json = {"list": list("abcdef")}
    claims = Claims()
    operations = [
        {"op": name, "path": f"/list/{index}", **({"value": number} if name != "remove" else {})}
        for number, (name, index) in enumerate(chosen)
    ]
    patches = [(operation,) for operation in operations if claims.take(document, [operation])]
    patch = in_order([operation for one in patches for operation in one])
    assert apply(document, patch) == apply_together(document, patches) == apply_together(document, [patch])


def test_two_patches_of_one_value_or_of_what_holds_it_exclude_each_other() -> None:
    claims = Claims()
    assert claims.take(DOCUMENT, [replace("/messages/0/parts/1", 0)])
    assert not claims.take(DOCUMENT, [remove("/messages/0/parts/1")])
    assert not claims.take(DOCUMENT, [replace("/messages/0", {})])
    assert not claims.take(DOCUMENT, [replace("/messages", [])])
    assert claims.take(DOCUMENT, [add("/messages/0/parts/0", 0)])
    assert claims.take(DOCUMENT, [remove("/messages/1")])
    assert not claims.take(DOCUMENT, [add("/messages/1/y", 0)])


def test_a_patch_fits_if_its_places_are_there() -> None:
    assert fits(DOCUMENT, [add("/messages/4", 1), replace("/messages/3", 1), add("/new", 1)])
    assert not fits(DOCUMENT, [add("/messages/5", 1)])
    assert not fits(DOCUMENT, [remove("/messages/9")])
    assert not fits(DOCUMENT, [add("/messages/2/x", 1)])


def test_what_a_patch_takes_out_or_writes_over() -> None:
    patch = [remove("/messages/2"), add("/messages/1/x", 2), add("/messages/0", "new"), replace("/messages/3", 7)]
    assert list(removed_values(DOCUMENT, patch)) == [("/messages/2", 5), ("/messages/1/x", 1), ("/messages/3", 6)]
