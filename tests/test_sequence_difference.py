"""The difference of two sequences is correct for any sequences, and takes linear work for any repetition."""

from __future__ import annotations

import difflib
from functools import partial

from hypothesis import given
from hypothesis import strategies as st

from tests.call_counting import calls_made
from workbench.sequence_difference import opcodes, unified_diff

_FEW = st.lists(st.sampled_from("abcdefgh"), max_size=12)


def long(pieces: list[str]) -> list[str]:
    """The pieces with stretches of equal and of unique lines between them, too long for `difflib`."""
    return [line for piece in pieces for line in (*"{}," * 4, piece, *(f"{piece}{number}" for number in range(5)))]


def carried_out(old: list[str], new: list[str]) -> list[str]:
    made: list[str] = []
    end = (0, 0)
    for kind, i, end_i, j, end_j in opcodes(old, new):
        assert (i, j) == end
        assert (kind == "equal") == (old[i:end_i] == new[j:end_j])
        made += old[i:end_i] if kind == "equal" else new[j:end_j]
        end = (end_i, end_j)
    assert end == (len(old), len(new))
    return made


@given(_FEW, _FEW)
def test_the_steps_lead_from_one_sequence_to_the_other(old: list[str], new: list[str]) -> None:
    assert carried_out(old, new) == new
    assert carried_out(long(old), long(new)) == long(new)
    assert carried_out(old * 20, new * 20) == new * 20


@given(_FEW, _FEW, st.integers(0, 3))
def test_a_short_diff_is_difflibs(old: list[str], new: list[str], context: int) -> None:
    expected = difflib.unified_diff(old, new, "a", "b", lineterm="", n=context)
    assert list(unified_diff(old, new, "a", "b", context)) == list(expected)


def test_distant_changes_of_a_long_sequence_are_shown_alone() -> None:
    old = [line for number in range(500) for line in ("{", f"  text {number}", "},")]
    new = [*old[:300], "  added", *old[300:900], *old[903:], "  last"]
    changed = [line for line in unified_diff(old, new, context=0) if not line.startswith(("@@", "---", "+++"))]
    assert changed == ["+  added", "-  text 300", "-},", "-{", "+  last"]


def test_after_a_long_stretch_that_was_added_the_rest_is_equal() -> None:
    old = [f"line {number}" for number in range(1000)]
    new = [*old[:100], *(f"new line {number}" for number in range(2000)), *old[100:]]
    assert opcodes(old, new) == [
        ("equal", 0, 100, 0, 100),
        ("insert", 100, 100, 100, 2100),
        ("equal", 100, 1000, 2100, 3000),
    ]


def test_twice_as_many_repeated_lines_take_twice_the_work() -> None:
    """The same blocks again and again, each of which changes: nothing in the lines tells them apart."""
    before, after = ["{", "  result", "},", "{", "  text", "},"], ["{", "  note", "},", "{", "  text", "  more", "},"]
    once, twice = (calls_made(partial(opcodes, before * times, after * times)) for times in (500, 1000))
    assert twice < 2.5 * once
