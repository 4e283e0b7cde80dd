"""Write a tool in the shape of this API: with a `function` object, or with the same fields next to its type."""

from __future__ import annotations

from workbench.checks.findings import Finding, Fix
from workbench.json.patch import replace
from workbench.json.text import Json
from workbench.rules.editing.context import RepairContext

_FUNCTION_FIELDS = frozenset({"name", "description", "parameters", "strict"})


def write_in_api_shape(context: RepairContext, finding: Finding) -> Fix | None:
    tool = context.value(finding.at)
    if not finding.at.rpartition("/")[0].endswith("/tools") or not isinstance(tool, dict):
        return None
    written = _flattened(tool) or _nested(tool)
    if written is None or tool.get("type") != "function":
        return None
    why = "The same tool, in the shape that this API uses."
    return Fix("Write the tool in this API's shape", (replace(finding.at, written),), True, why, 0.95)


def _flattened(tool: dict[str, Json]) -> dict[str, Json] | None:
    """The fields of `function`, next to the type."""
    function = tool.get("function")
    if not isinstance(function, dict) or not isinstance(function.get("name"), str) or tool.keys() & function.keys():
        return None
    return {key: value for key, value in tool.items() if key != "function"} | function


def _nested(tool: dict[str, Json]) -> dict[str, Json] | None:
    """The fields next to the type, in a `function` object."""
    if "function" in tool or not isinstance(tool.get("name"), str):
        return None
    rest = {key: value for key, value in tool.items() if key not in _FUNCTION_FIELDS}
    return rest | {"function": {key: value for key, value in tool.items() if key in _FUNCTION_FIELDS}}
