"""The request-level settings as separate rows: the system prompt, the tools, the parameters.

The format knows which of its settings contain the system prompt and the tools; all others are parameters. Tools are
listed on one line, because many definitions would push the messages out of sight; a click unfolds them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from workbench.checks.findings import Finding
from workbench.formats import FORMATS
from workbench.json.pointer import to_path
from workbench.json.text import Json
from workbench.outputs.verdict_sentence import counted
from workbench.outputs.visible import shortened
from workbench.stages import Column
from workbench.view.drawn_rows import Cell, Line, Segment
from workbench.view.lines import Drawing, leaf_lines, message_lines, pointer_of

REQUEST_LEVEL = -1
"""The position of the request-level settings, which belong to no message."""
SYSTEM, TOOLS, PARAMETERS = "system", "tools", "parameters"
TITLES = (SYSTEM, TOOLS, PARAMETERS)
_LONGEST = 160


class SettingsPart(NamedTuple):
    """The settings of one column that belong in one row."""

    format: str
    settings: Mapping[str, Json]


def parts_of(column: Column) -> dict[str, SettingsPart]:
    """Group the settings of a column by the row that shows them."""
    settings_by_title: dict[str, dict[str, Json]] = {title: {} for title in TITLES}
    for key, value in column.settings.items():
        settings_by_title[_title_of(column.format, key, value)][key] = value
    return {title: SettingsPart(column.format, settings) for title, settings in settings_by_title.items()}


def _title_of(format_name: str, key: str, value: object) -> str:
    form, alone = FORMATS[format_name], {key: value}
    if form.read_system(alone):
        return SYSTEM
    return TOOLS if form.read_tools(alone) or (form.wire and key in form.wire.tool_settings) else PARAMETERS


def title_of(finding: Finding, columns: Sequence[Column]) -> str:
    """Return the row of a request-level finding: the one with the setting that the finding points at."""
    for step in to_path(finding.at):
        for column in columns:
            if isinstance(step, str) and step in column.settings:
                return _title_of(column.format, step, column.settings[step])
    return PARAMETERS


def settings_cell(part: SettingsPart, opened: frozenset[str], unfolded: bool) -> Cell:
    """Draw the settings. `opened` contains pointers into them; `unfolded` shows the tools without a click."""
    settings: Any = dict(part.settings)
    if not settings:
        return {"messages": []}
    folded = [] if unfolded else [key for key in settings if _is_foldable(part, key)]
    lines: list[Line] = []
    for key in folded:
        value = settings.pop(key)
        pointer = pointer_of((key,))
        is_open = pointer in opened
        text = ("▾ " if is_open else "▸ ") + _tools_text(part.format, {key: value})
        name: Segment = {"kind": "key", "text": key, "pointer": pointer}
        fold: Segment = {"kind": "open" if is_open else "fold", "text": text, "pointer": pointer}
        lines.append({"depth": 0, "segments": [name, fold]})
        if is_open:
            each = {pointer_of((key, number)) for number in range(len(value))}
            lines += message_lines({key: value}, Drawing(opened=opened | each))[1:]  # its first line is the key again
    for key, value in settings.items():  # each setting separately, so a repair does not strike its neighbours
        lines += _setting_lines(part, key, value, opened)
    return {"messages": [{"position": REQUEST_LEVEL, "lines": lines}]}


def _setting_lines(part: SettingsPart, key: str, value: object, opened: frozenset[str]) -> list[Line]:
    """Draw a setting. The texts of a system prompt are always visible, because they explain the model's behaviour."""
    lines = message_lines({key: value}, Drawing(opened=opened))
    folded = any(segment["kind"] == "fold" for line in lines for segment in line["segments"])
    if folded and _title_of(part.format, key, value) == SYSTEM:
        return leaf_lines((key,), value, Drawing(opened=opened))
    return lines


def _is_foldable(part: SettingsPart, key: str) -> bool:
    return bool(FORMATS[part.format].read_tools({key: part.settings[key]}))


def _tools_text(format_name: str, settings: Mapping[str, Json]) -> str:
    tools = FORMATS[format_name].read_tools(settings)
    names = ", ".join(str(tool.name) for tool in tools)
    return f"{counted(len(tools), 'tool')}: {shortened(names, _LONGEST)}"
