"""Name the kind of a fix: its title without what belongs to one conversation."""

from __future__ import annotations


def kind_of_fix(title: str) -> str:
    """Return a fix's title without ids and names, so that `Re-thread to call_1` and `… call_2` count as one kind."""
    return " ".join("…" if any(map(str.isdigit, word)) or "_" in word else word for word in title.split())
