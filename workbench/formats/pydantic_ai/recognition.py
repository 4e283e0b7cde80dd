"""Does a message look like one of pydantic-ai's?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.formats.contract import CERTAIN, NO_EVIDENCE, Evidence, Shape

_KINDS = frozenset({"request", "response"})


_OF_OTHERS = frozenset({"role", "speaker", "type", "content"})


def are_certain(messages: Sequence[Any]) -> bool:
    """Whether all are requests and responses whose first part has a `part_kind`."""
    kinds = [
        message["kind"]
        for message in messages
        if _OF_OTHERS.isdisjoint(message) and type(parts := message["parts"]) is list and parts[0]["part_kind"]
    ]
    return len(kinds) == len(messages) and _KINDS.issuperset(kinds)


def recognise(shape: Shape) -> Evidence:
    """No other program's messages contain `part_kind`."""
    if shape.type not in _KINDS or shape.parts_key != "parts" or shape.role:
        return NO_EVIDENCE
    return CERTAIN if "part_kind" in shape.part_keys else NO_EVIDENCE
