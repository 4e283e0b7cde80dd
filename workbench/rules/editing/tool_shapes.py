"""Write a tool in the shape of this API: with a `function` inside, or with the same fields beside its type."""

from __future__ import annotations

from workbench.checks.findings import Finding, Fix
from workbench.json.patch import replace
from workbench.json.text import Json
from workbench.rules.editing.context import RepairContext

_OF_FUNCTION = frozenset({"name", "description", "parameters", "strict"})


def tool_in_its_shape(context: RepairContext, finding: Finding) -> Fix | None:
    tool = context.value(finding.at)
    if not finding.at.rpartition("/")[0].endswith("/tools") or not isinstance(tool, dict):
        return None
    written = _unfolded(tool) or _folded(tool)
    if written is None or tool.get("type") != "function":
        return None
    why = "The same tool, in the shape that this API has for it."
    return Fix("Write the tool in this API's shape", (replace(finding.at, written),), True, why, 0.95)


def _unfolded(tool: dict[str, Json]) -> dict[str, Json] | None:
    """Where the fields of the function are wanted beside the type."""
    function = tool.get("function")
    if not isinstance(function, dict) or not isinstance(function.get("name"), str) or tool.keys() & function.keys():
        return None
    return {key: value for key, value in tool.items() if key != "function"} | function


def _folded(tool: dict[str, Json]) -> dict[str, Json] | None:
    """Where they are wanted inside."""
    if "function" in tool or not isinstance(tool.get("name"), str):
        return None
    rest = {key: value for key, value in tool.items() if key not in _OF_FUNCTION}
    return rest | {"function": {key: value for key, value in tool.items() if key in _OF_FUNCTION}}
