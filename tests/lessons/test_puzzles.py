"""Puzzles: one fault in a healthy sample, judged by the same checks as a user's own conversation."""

from __future__ import annotations

import pytest

from workbench.checks.verdict import Outcome
from workbench.lessons.puzzles import POINTS_FOR_THE_MESSAGE, Puzzle, puzzle_number, puzzle_of
from workbench.library import check
from workbench.samples import sample_named
from workbench.targets import TARGETS


def _puzzle(sample: str, fault: str) -> Puzzle:
    named_sample = sample_named(sample)
    assert named_sample is not None
    puzzle = puzzle_of(named_sample, fault)
    assert puzzle is not None
    return puzzle


@pytest.mark.parametrize("number", range(6))
def test_all_targets_accept_the_healthy_conversation(number: int) -> None:
    puzzle = puzzle_number(number)
    assert puzzle.sample.target in puzzle.targets
    assert {check(puzzle.healthy, name).verdict.outcome for name in puzzle.targets} == {Outcome.ACCEPTED}
    assert puzzle.messages <= set(range(len(puzzle.broken.conversation.messages)))
    assert puzzle_number(number).name == puzzle.name


@pytest.mark.parametrize("number", range(6))
def test_the_targets_have_different_apis(number: int) -> None:
    assert len({TARGETS[name].wire for name in puzzle_number(number).targets}) >= 4


def test_different_numbers_give_different_puzzles() -> None:
    assert len({puzzle_number(number).name for number in range(12)}) > 8


def test_a_right_guess_gets_all_points_and_a_wrong_one_none() -> None:
    puzzle = _puzzle("openai-chat/healthy-failed-tool", "switch-prefix")
    assert "openai" in puzzle.refusing
    right = puzzle.score(puzzle.refusing, min(puzzle.messages))
    assert right.points == right.maximum == len(puzzle.targets) + POINTS_FOR_THE_MESSAGE
    assert right.judged_correctly == set(puzzle.targets)
    assert right.place_found
    assert puzzle.score(set(puzzle.targets) - puzzle.refusing, None).points == 0


def test_a_fault_that_a_sample_cannot_have_gives_no_puzzle() -> None:
    sample = sample_named("openai-chat/healthy-photo-and-scripts")
    assert sample is not None
    assert puzzle_of(sample, "nonsense") is None
