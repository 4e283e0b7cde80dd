"""The request's settings beside its messages, carried from one format to another.

Tools are translated and the model's name is kept. A system prompt that is beside the messages is made of what
the converter set aside. Everything else (sampling, thinking, caching) means something else at every provider and
is left behind; `left_behind` names it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from workbench.converters.contract import Converted
from workbench.formats import FORMATS
from workbench.json.text import Json


def convert_settings(
    source: str, target: str, settings: Mapping[str, Json], beside: Iterable[Converted] = ()
) -> dict[str, Json]:
    """`beside` are the rows that a converter marked as not belonging among the messages."""
    kept: dict[str, Json] = {"model": settings["model"]} if "model" in settings else {}
    if tools := FORMATS[source].read_tools(settings):
        kept |= FORMATS[target].write_tools(tools)
    blocks = [row.message for row in beside]
    return kept | FORMATS[target].write_system(blocks) if blocks else kept


def left_behind(source: str, settings: Mapping[str, Json]) -> list[str]:
    """The settings that have no place on the other side."""
    carried = {"model", "system", "systemInstruction", "system_instruction", "instructions"}
    if FORMATS[source].read_tools(settings):
        carried |= {"tools", "toolConfig"}
    return [key for key in settings if key not in carried]
