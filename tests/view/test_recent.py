"""Recent cases as rows of the start page."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from workbench.checks.check import check
from workbench.samples import sample_named
from workbench.store.cases import RecentCase
from workbench.view.recent import recent_rows, relative_time, stored_verdict

_NOW = datetime(2026, 3, 12, 14, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("before", "words"),
    [
        (timedelta(seconds=-5), "just now"),
        (timedelta(seconds=59), "just now"),
        (timedelta(seconds=60), "1 minute ago"),
        (timedelta(minutes=59), "59 minutes ago"),
        (timedelta(hours=2), "today, 12:30"),
        (timedelta(hours=20), "yesterday, 18:30"),
        (timedelta(days=3), "Monday, 14:30"),
        (timedelta(days=20), "20 February 2026"),
    ],
)
def test_times_are_written_in_words(before: timedelta, words: str) -> None:
    assert relative_time(_NOW - before, _NOW) == words


def _case(verdict: str, replays: int = 0, repairs: int = 0, note: str = "") -> RecentCase:
    at = (_NOW - timedelta(minutes=5)).timestamp()
    return RecentCase("c:key", "dome.json", "openai", verdict, at, ("c", "key"), note, replays, repairs)


@pytest.mark.parametrize(
    ("verdict", "severity", "words"),
    [
        ("error:refused", "error", "OpenAI would refuse it"),
        ("warning:may refuse", "warning", "OpenAI may refuse it"),
        ("fine:accepted", "fine", "OpenAI would accept it"),
        ("error:accepted", "error", "OpenAI would accept it, but the conversion has errors"),
        ("warning:convert first", "warning", "convert first"),
        ("warning:not judged", "warning", "not judged"),
        ("", "info", "not checked yet"),
    ],
)
def test_a_row_has_the_same_verdict_text_as_the_page(verdict: str, severity: str, words: str) -> None:
    (row,) = recent_rows([_case(verdict)], _NOW)
    assert (row["severity"], row["verdict"]) == (severity, words)


def test_a_repair_that_was_undone_is_not_called_a_repaired_case() -> None:
    (row,) = recent_rows([_case("error:refused", repairs=1)], _NOW)
    assert row["done"] == "repair undone"


def test_a_row_states_what_was_done_and_shows_the_note_on_one_line() -> None:
    case = replace(_case("fine:accepted", replays=2, repairs=1, note="first\nsecond"), left_at=("c", "repaired-key"))
    (row,) = recent_rows([case], _NOW)
    assert (row["title"], row["done"], row["note"]) == ("dome.json", "repaired, 2 replays", "first second")
    assert (row["when"], row["moment"]) == ("5 minutes ago", "2026-03-12 14:25:00")


@pytest.mark.parametrize(
    ("sample", "verdict"),
    [("icontent/four-ids", "error:accepted"), ("icontent/healthy-agent-run", "fine:accepted")],
)
def test_the_stored_verdict_is_that_of_the_headline(sample: str, verdict: str) -> None:
    found = sample_named(sample)
    assert found is not None
    assert stored_verdict(check(found.load(), found.target)) == verdict
