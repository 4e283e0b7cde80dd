"""A choice at the root of a tool's schema, written as optional fields and a sentence for the model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from workbench.checks.findings import Finding, Fix
from workbench.json.patch import add, remove, replace
from workbench.json.pointer import PointerError, resolve
from workbench.json.text import Json, compact
from workbench.rules.editing.context import RepairContext

_SENTENCES = {
    "anyOf": "The arguments must match at least one of these schemas:",
    "oneOf": "The arguments must match exactly one of these schemas:",
    "allOf": "The arguments must match all of these schemas:",
}


def describe_choice(context: RepairContext, finding: Finding) -> Fix | None:
    """Move the choice into the description, and its fields to the root, where they become optional."""
    place, _, keyword = finding.at.rpartition("/")
    schema, branches = context.value(place), context.value(finding.at)
    if not isinstance(schema, dict) or not isinstance(branches, list) or keyword not in _SENTENCES:
        return None
    if not isinstance(description := schema.get("description", ""), str):
        return None  # a finding of its own
    possible = branches if keyword == "allOf" else [branch for branch in branches if not _excludes_objects(branch)]
    resolved = [_resolved(schema, branch) for branch in possible]
    if not resolved or any(branch is None or branch.get("type", "object") != "object" for branch in resolved):
        return None
    known = [branch for branch in resolved if branch is not None]
    if len(possible) == 1 and schema.keys() == {keyword}:
        why = "The arguments of a call are an object, so the other schemas can never match."
        return Fix(
            "Keep the only schema that can match", (replace(place, {"type": "object", **known[0]}),), True, why, 0.85
        )
    fields = _merged_fields(schema.get("properties"), known)
    note = f"{_SENTENCES[keyword]} {compact(possible)}"
    described = "\n\n".join(filter(None, (description, note)))
    patch = [remove(finding.at), _written(place, schema, "description", described)]
    if fields != schema.get("properties", {}):
        patch.append(_written(place, schema, "properties", fields))
    if "type" not in schema:
        patch.append(add(f"{place}/type", "object"))
    why = "The model reads the choice in the description. The API no longer enforces it; the tool still can."
    return Fix(f"Describe {keyword} in words", tuple(patch), True, why, 0.75)


def _excludes_objects(branch: object) -> bool:
    """Whether the arguments of a call, which are an object, can never match this schema."""
    kind = branch.get("type") if isinstance(branch, dict) else None
    return isinstance(kind, str) and kind != "object"


def _written(place: str, schema: Mapping[str, Json], key: str, value: Json) -> Any:
    return replace(f"{place}/{key}", value) if key in schema else add(f"{place}/{key}", value)


def _resolved(schema: Json, branch: object) -> dict[str, Json] | None:
    """The branch, or the definition in the same schema that it refers to; None if it is neither."""
    reference = branch.get("$ref") if isinstance(branch, dict) else None
    if isinstance(reference, str):
        try:
            branch = resolve(schema, reference.removeprefix("#"))
        except PointerError:
            return None
    return branch if isinstance(branch, dict) else None


def _merged_fields(own: object, branches: Iterable[Mapping[str, Json]]) -> dict[str, Json]:
    """The fields of the root and of all branches; a field that several define differently may be any of them."""
    fields: dict[str, Json] = dict(own) if isinstance(own, dict) else {}
    ways: dict[str, list[Json]] = {name: [field] for name, field in fields.items()}
    for branch in branches:
        properties = branch.get("properties")
        for name, field in properties.items() if isinstance(properties, dict) else ():
            ways.setdefault(name, [])
            if field not in ways[name]:
                ways[name].append(field)
    return {name: found[0] if len(found) == 1 else {"anyOf": found} for name, found in ways.items()}
