"""Read recorded times in the forms that programs store, and show them in a short form for people."""

from __future__ import annotations

import re
from datetime import UTC, datetime

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_UNIX = re.compile(r"\d{9,19}(\.\d+)?")
_MIN_SECONDS, _MAX_SECONDS = 100_000_000, 100_000_000_000
"""A smaller number is not a time but a counter; a larger one is in milliseconds, microseconds or nanoseconds."""
_MAX_NANOSECONDS = _MAX_SECONDS * 10**9
_LONGEST = 40


def iso_time(value: object) -> str:
    """Return a time in ISO format if it is a Unix time, as a number or a text. Any other text is not changed."""
    number = float(value) if isinstance(value, str) and _UNIX.fullmatch(value) else value
    if isinstance(number, str):
        return number[:_LONGEST]
    if (
        not isinstance(number, (int, float))
        or isinstance(number, bool)
        or not _MIN_SECONDS <= number <= _MAX_NANOSECONDS
    ):
        return ""
    while number > _MAX_SECONDS:
        number /= 1000
    return datetime.fromtimestamp(number, UTC).isoformat()


def day_text(when: str) -> str:
    """Return `2026-11-14T09:12:00Z` as `14 Nov 2026`; a text that is not a time is returned unchanged."""
    time = _parsed(when)
    return f"{time.day} {_MONTHS[time.month - 1]} {time.year}" if time else when


def to_the_minute(when: str) -> str:
    """Return `2026-11-14T09:12:00Z` as `2026-11-14 09:12`, which sorts chronologically; in UTC if it has a zone."""
    time = _parsed(when)
    return time.strftime("%Y-%m-%d %H:%M") if time and "T" in when.replace(" ", "T") else when


def _parsed(when: str) -> datetime | None:
    try:
        time = datetime.fromisoformat(when)
        return time.astimezone(UTC) if time.tzinfo else time
    except (ValueError, OverflowError):
        return None
