"""Moments as people read them: a recorded one is kept as it was written, and shown short."""

from __future__ import annotations

from datetime import UTC, datetime

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def day_in_words(when: str) -> str:
    """`2026-11-14T09:12:00Z` → `14 Nov 2026`; what is no such moment stays as it is."""
    moment = _moment(when)
    return f"{moment.day} {_MONTHS[moment.month - 1]} {moment.year}" if moment else when


def to_the_minute(when: str) -> str:
    """`2026-11-14T09:12:00Z` → `2026-11-14 09:12`, which sorts as time does. Universal time, where a zone is given."""
    moment = _moment(when)
    return moment.strftime("%Y-%m-%d %H:%M") if moment and "T" in when.replace(" ", "T") else when


def _moment(when: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(when)
        return moment.astimezone(UTC) if moment.tzinfo else moment
    except (ValueError, OverflowError):
        return None
