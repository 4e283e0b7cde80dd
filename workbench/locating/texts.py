"""Every error text the workbench knows: the targets' own words, and what else was seen of servers and libraries."""

from __future__ import annotations

from functools import cache

from workbench.targets import TARGETS
from workbench.targets.other_texts import OTHER_TEXTS, ErrorText

__all__ = ["ErrorText", "known_texts"]


@cache
def known_texts() -> tuple[ErrorText, ...]:
    own = (
        ErrorText(key.partition(":")[0], target.name, target.title, words.text, words.param or "")
        for target in TARGETS.values()
        for key, words in target.words.items()
    )
    return (*own, *OTHER_TEXTS)
