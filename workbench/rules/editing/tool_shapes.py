"""Write a tool or a call in this API's shape: its fields in an object named after its type, or next to the type."""

from __future__ import annotations

from workbench.checks.findings import Finding, Fix
from workbench.formats import FORMATS
from workbench.json.patch import replace
from workbench.json.text import Json, compact
from workbench.rules.editing.context import RepairContext

_OWN_FIELDS = {
    "function": frozenset({"name", "description", "parameters", "strict"}),
    "custom": frozenset({"name", "description", "format"}),
}
"""The fields of a tool that Chat Completions nests in an object and the Responses API writes next to the type."""


def write_in_api_shape(context: RepairContext, finding: Finding) -> Fix | None:
    tool = context.value(finding.at)
    if isinstance(tool, dict) and finding.at.rpartition("/")[0].endswith("/tool_calls"):
        return _nest_call(finding.at, tool)
    if not finding.at.rpartition("/")[0].endswith("/tools") or not isinstance(tool, dict):
        return None
    kind = tool.get("type")
    if (
        not isinstance(kind, str)
        or kind not in _OWN_FIELDS
        or (written := _flattened(tool, kind) or _nested(tool, kind)) is None
    ):
        return None
    why = "The same tool, in the shape that this API uses."
    return Fix("Write the tool in this API's shape", (replace(finding.at, written),), True, why, 0.95)


def write_tool_of_another_api(context: RepairContext, finding: Finding) -> Fix | None:
    """Write a tool that another API would understand as this API does; None if no or several APIs understand it."""
    place = finding.at.removesuffix("/type")
    tool = context.value(place)
    if place.rpartition("/")[0] != f"{context.conversation.body}/tools" or not isinstance(tool, dict):
        return None
    others = (form for form in FORMATS.values() if form is not context.format)
    readings = (form.read_tools({"tools": [tool]}) for form in others)
    named = {compact(read): read for read in readings if len(read) == 1 and read[0].name}
    written = [context.format.write_tools(read).get("tools") for read in named.values()]
    if len(written) != 1 or not isinstance(written[0], list) or len(written[0]) != 1:
        return None
    own = {key: value for key, value in written[0][0].items() if value != ""}
    why = "The same tool, in the shape that this API uses."
    return Fix("Write the tool in this API's shape", (replace(place, own),), True, why, 0.9)


def _nest_call(place: str, call: dict[str, Json]) -> Fix | None:
    """The call's name and arguments, in a `function` object."""
    name, arguments = call.get("name"), call.get("arguments")
    if "function" in call or not isinstance(name, str) or not isinstance(arguments, (str, dict)):
        return None
    function: Json = {"name": name, "arguments": arguments if isinstance(arguments, str) else compact(arguments)}
    rest = {key: value for key, value in call.items() if key not in ("name", "arguments", "type")}
    why = "The same call, in the shape that this API uses."
    patch = (replace(place, rest | {"type": "function", "function": function}),)
    return Fix("Write the call in this API's shape", patch, True, why, 0.95)


def _flattened(tool: dict[str, Json], kind: str) -> dict[str, Json] | None:
    """The fields of the inner object, next to the type."""
    inner = tool.get(kind)
    if not isinstance(inner, dict) or not isinstance(inner.get("name"), str) or tool.keys() & inner.keys():
        return None
    flat = {key: value for key, value in tool.items() if key != kind} | inner
    match flat.get("format"):
        case {"type": "grammar", "grammar": dict(grammar), **rest} if kind == "custom" and not rest:
            flat["format"] = {"type": "grammar", **grammar}
    return flat


def _nested(tool: dict[str, Json], kind: str) -> dict[str, Json] | None:
    """The fields next to the type, in an object."""
    if kind in tool or not isinstance(tool.get("name"), str):
        return None
    own = {key: value for key, value in tool.items() if key in _OWN_FIELDS[kind]}
    match own.get("format"):
        case {"type": "grammar", **grammar} if "grammar" not in grammar:
            own["format"] = {"type": "grammar", "grammar": grammar}
    return {key: value for key, value in tool.items() if key not in own} | {kind: own}
