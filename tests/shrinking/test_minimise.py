"""Delta debugging on plain lists: what is needed is found, and nothing else is kept."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from workbench.shrinking.minimise import minimised


@given(st.integers(0, 60).flatmap(lambda size: st.tuples(st.just(size), st.sets(st.integers(0, max(0, size - 1))))))
def test_exactly_the_needed_units_are_left_in_their_order(given_: tuple[int, set[int]]) -> None:
    size, wanted = given_
    needed = {unit for unit in wanted if unit < size}
    assert minimised(range(size), lambda kept: needed <= set(kept)) == sorted(needed)


@given(st.integers(1, 40), st.integers(1, 5))
def test_no_single_unit_can_be_left_out_where_any_few_would_do(size: int, enough: int) -> None:
    def holds(kept: list[int]) -> bool:
        return len(kept) >= min(size, enough)

    left = minimised(range(size), holds)
    assert len(left) == min(size, enough)


def test_two_needed_units_of_a_thousand_are_found_with_few_questions() -> None:
    asked = 0

    def holds(kept: list[int]) -> bool:
        nonlocal asked
        asked += 1
        return {3, 700} <= set(kept)

    assert minimised(range(1000), holds) == [3, 700]
    assert asked < 100
