"""Show recorded times in a short form for people."""

from __future__ import annotations

from datetime import UTC, datetime

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


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
