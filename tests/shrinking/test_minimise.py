"""Delta debugging on plain lists: only the needed units remain."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from workbench.shrinking.minimise import minimised


@given(st.integers(0, 60).flatmap(lambda size: st.tuples(st.just(size), st.sets(st.integers(0, max(0, size - 1))))))
def test_exactly_the_needed_units_remain_in_order(given_: tuple[int, set[int]]) -> None:
    size, wanted = given_
    needed = {unit for unit in wanted if unit < size}
    assert minimised(range(size), lambda remaining: needed <= set(remaining)) == sorted(needed)


@given(st.integers(1, 40), st.integers(1, 5))
def test_the_result_is_minimal_if_any_few_units_are_enough(size: int, enough: int) -> None:
    def holds(remaining: list[int]) -> bool:
        return len(remaining) >= min(size, enough)

    result = minimised(range(size), holds)
    assert len(result) == min(size, enough)


def test_two_needed_units_of_a_thousand_are_found_with_few_checks() -> None:
    checks = 0

    def holds(remaining: list[int]) -> bool:
        nonlocal checks
        checks += 1
        return {3, 700} <= set(remaining)

    assert minimised(range(1000), holds) == [3, 700]
    assert checks < 100
