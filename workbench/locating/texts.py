"""Every error text that the workbench knows: those of the targets, and others of servers and libraries."""

from __future__ import annotations

from functools import cache

from workbench.targets import TARGETS
from workbench.targets.other_texts import OTHER_TEXTS, ErrorText

__all__ = ["ErrorText", "known_texts"]


@cache
def known_texts() -> tuple[ErrorText, ...]:
    texts_of_targets = (
        ErrorText(key.partition(":")[0], target.name, target.title, words.text, words.param or "")
        for target in TARGETS.values()
        for key, words in target.words.items()
        if words.names_cause
    )
    return (*texts_of_targets, *OTHER_TEXTS)
