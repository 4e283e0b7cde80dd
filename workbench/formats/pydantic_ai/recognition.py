"""Does a message look like one of pydantic-ai's?"""

from __future__ import annotations

from workbench.formats.contract import CERTAIN, NO_EVIDENCE, Evidence, Shape

_KINDS = frozenset({"request", "response"})


def recognise(shape: Shape) -> Evidence:
    """No other program's messages contain `part_kind`."""
    if shape.type not in _KINDS or shape.parts_key != "parts" or shape.role:
        return NO_EVIDENCE
    return CERTAIN if "part_kind" in shape.part_keys else NO_EVIDENCE
