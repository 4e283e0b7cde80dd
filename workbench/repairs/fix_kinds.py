"""Name the kind of a fix: its title without what belongs to one conversation."""

from __future__ import annotations

import re

from workbench.formats import FORMATS

_FORMAT_TITLES = re.compile(
    "|".join(re.escape(title) for title in sorted((known.title for known in FORMATS.values()), key=len, reverse=True))
)


def kind_of_fix(title: str) -> str:
    """Return a fix's title without ids and names, so that `Re-thread to call_1` and `… call_2` count as one kind.

    The number in a format's own title stays."""
    kept = iter(_FORMAT_TITLES.findall(title))
    parts = (_without_names(part) for part in _FORMAT_TITLES.split(title))
    return "".join(part + next(kept, "") for part in parts)


def _without_names(text: str) -> str:
    return re.sub(r"\S*[\d_]\S*", "…", text)
