"""Every format the workbench knows, in the order in which equal evidence is decided."""

from __future__ import annotations

from workbench.formats import icontent, openai_chat
from workbench.formats.contract import Event, Format, Shape

FORMATS: dict[str, Format] = {
    module.FORMAT.name: module.FORMAT
    for module in (
        icontent,
        openai_chat,
    )
}

__all__ = ["FORMATS", "Event", "Format", "Shape"]
