"""Does a message or a request body look like a ModelMessage?"""

from __future__ import annotations

from collections.abc import Mapping

from workbench.formats.contract import LIKELY, NO_EVIDENCE, Evidence, Shape
from workbench.formats.vercel_request import tools_by_name
from workbench.formats.vercel_shape import V4, V5, message_evidence
from workbench.json.text import Json


def recognise(shape: Shape) -> Evidence:
    return message_evidence(shape, V5, V4)


def body_evidence(settings: Mapping[str, Json]) -> Evidence:
    if "instructions" in settings or any("inputSchema" in tool for tool in tools_by_name(settings).values()):
        return LIKELY
    return NO_EVIDENCE
