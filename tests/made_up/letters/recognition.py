"""Does a message look like a letter?"""

from __future__ import annotations

from workbench.formats.contract import CERTAIN, NO_EVIDENCE, Evidence, Shape


def recognise(shape: Shape) -> Evidence:
    return CERTAIN if {"from", "lines"} <= shape.keys else NO_EVIDENCE
