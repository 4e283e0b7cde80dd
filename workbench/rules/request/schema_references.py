"""Write the definitions of a schema where it refers to them, for APIs without references."""

from __future__ import annotations

from typing import Any

from workbench.checks.findings import Finding, Fix
from workbench.json.patch import remove, replace
from workbench.json.text import Json
from workbench.rules.editing.context import RepairContext

_HOLDERS = ("$defs", "definitions")
_MOST_DEPTH = 20


def write_definitions_in_place(context: RepairContext, finding: Finding) -> Fix | None:
    """Write each definition where the schema refers to it, or leave out a keyword that describes only the dialect."""
    place, _, keyword = finding.at.rpartition("/")
    schema = context.value(place)
    if not isinstance(schema, dict):
        return None
    if keyword not in _HOLDERS:
        why = "It names the dialect of the schema, which the API decides."
        return Fix(f"Leave out {keyword}", (remove(finding.at),), True, why, 0.9)
    rest = {key: value for key, value in schema.items() if key not in _HOLDERS}
    try:
        written = _written(rest, schema, 0)
    except (RecursionError, KeyError):  # a definition that contains itself, or is not there
        return None
    why = "The same schema, without references."
    return Fix("Write the definitions where they are used", (replace(place, written),), True, why, 0.9)


def _written(value: Any, root: dict[str, Json], depth: int) -> Json:
    if depth > _MOST_DEPTH:
        raise RecursionError
    if isinstance(value, list):
        return [_written(item, root, depth + 1) for item in value]
    if not isinstance(value, dict):
        return value
    reference = value.get("$ref")
    if isinstance(reference, str):
        beside = {key: inner for key, inner in value.items() if key != "$ref"}
        return _written({**_definition(reference, root), **beside}, root, depth + 1)
    return {key: _written(inner, root, depth + 1) for key, inner in value.items()}


def _definition(reference: str, root: dict[str, Json]) -> dict[str, Json]:
    """Return the definition `#/$defs/Name`. Raise KeyError if there is none."""
    _, holder, name = reference.split("/") if reference.count("/") == 2 else ("", "", "")
    definitions = root.get(holder) if holder in _HOLDERS else None
    definition = definitions.get(name) if isinstance(definitions, dict) else None
    if not isinstance(definition, dict):
        raise KeyError(reference)
    return definition
