"""Convert the request-level settings from one format to another.

Tools are translated and the model's name stays. The system prompt comes from the rows that the converter moved out of
the message list. Everything else (sampling, thinking, caching) has a different meaning for every provider and is
dropped; `dropped_settings` names these settings.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from workbench.converters.contract import Converted
from workbench.formats import FORMATS
from workbench.json.text import Json


def convert_settings(
    source: str, target: str, settings: Mapping[str, Json], system_rows: Iterable[Converted] = ()
) -> dict[str, Json]:
    """Return the settings in the target format. `system_rows` are the system prompts that the converter produced."""
    converted: dict[str, Json] = {"model": settings["model"]} if "model" in settings else {}
    if tools := FORMATS[source].read_tools(settings):
        converted |= FORMATS[target].write_tools(tools)
    blocks = [row.message for row in system_rows]
    return converted | FORMATS[target].write_system(blocks) if blocks else converted


def dropped_settings(source: str, settings: Mapping[str, Json]) -> list[str]:
    """Return the names of the settings that are not converted."""
    carried = {"model", "system", "systemInstruction", "system_instruction", "instructions"}
    if FORMATS[source].read_tools(settings):
        carried |= {"tools", "toolConfig"}
    return [key for key in settings if key not in carried]
