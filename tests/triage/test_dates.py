"""Times are shown in a short form for people."""

from __future__ import annotations

import pytest

from workbench.triage.dates import day_text, iso_time, to_the_minute


@pytest.mark.parametrize(
    ("when", "minute", "day"),
    [
        ("2026-11-14T09:12:00Z", "2026-11-14 09:12", "14 Nov 2026"),
        ("2026-11-14T23:12:00.123-05:00", "2026-11-15 04:12", "15 Nov 2026"),
        ("2026-11-14 09:12:59", "2026-11-14 09:12", "14 Nov 2026"),
        ("2026-11-14", "2026-11-14", "14 Nov 2026"),
        ("last Tuesday", "last Tuesday", "last Tuesday"),
        ("0001-01-01T00:00:00+14:00", "0001-01-01T00:00:00+14:00", "0001-01-01T00:00:00+14:00"),
        ("", "", ""),
    ],
)
def test_a_time_is_shown_short_and_any_other_text_unchanged(when: str, minute: str, day: str) -> None:
    assert (to_the_minute(when), day_text(when)) == (minute, day)


@pytest.mark.parametrize(
    "when", [1731575520, 1731575520.0, "1731575520", "1731575520.0", 1731575520000, "1731575520000"]
)
def test_a_unix_time_is_read_whatever_its_unit_and_type(when: object) -> None:
    assert iso_time(when) == "2024-11-14T09:12:00+00:00"


def test_nanoseconds_are_read() -> None:
    assert to_the_minute(iso_time("1731575520000000000")) == "2024-11-14 09:12"


@pytest.mark.parametrize("when", [7, -1731575520, True, None, {}, float("inf"), float("nan"), 1e300, 10**30])
def test_what_is_not_a_time_is_left_out(when: object) -> None:
    assert iso_time(when) == ""


def test_a_text_is_not_changed() -> None:
    assert [iso_time(text) for text in ("2026-11-14T09:12:00Z", "2026", "yesterday")] == [
        "2026-11-14T09:12:00Z",
        "2026",
        "yesterday",
    ]
