"""The progress of a batch in words, and the time that it still needs."""

from __future__ import annotations

import pytest

from workbench.view.batch_progress import progress_text, remaining_seconds


def test_the_time_before_the_first_results_does_not_count() -> None:
    assert remaining_seconds(done=164, total=564, first=64, since_first=5.0) == 20.0


@pytest.mark.parametrize(("done", "total", "first"), [(64, 500, 64), (0, 500, 0), (500, 500, 64)])
def test_nothing_is_estimated_from_one_set_of_results_or_for_no_rest(done: int, total: int, first: int) -> None:
    assert remaining_seconds(done, total, first, 1.0) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (progress_text(64, 5_005), "64 of 5,005 files"),
        (progress_text(64, 5_005, left=41.4), "64 of 5,005 files · about 41 s left"),
        (progress_text(64, 5_005, left=890.0), "64 of 5,005 files · about 15 min left"),
        (progress_text(1, 1, took=3.2), "1 of 1 file · 3 s"),
        (progress_text(3, 1, took=0.0), "3 of 3 files · 0 s"),
    ],
)
def test_the_progress_is_said_in_words(text: str, expected: str) -> None:
    assert text == expected
