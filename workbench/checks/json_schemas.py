"""A JSON Schema, walked: every schema inside it with its path, whatever keyword holds it."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.json.pointer import Path
from workbench.json.text import Json

OF_MANY = ("anyOf", "any_of", "oneOf", "allOf", "prefixItems")
"""Keywords that hold a list of schemas."""
OF_NAMES = ("properties", "patternProperties", "$defs", "definitions", "defs", "dependentSchemas")
"""Keywords that hold schemas by name."""
OF_ONE = ("items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames")
"""Keywords that hold one schema."""


def schemas_in(schema: object, path: Path = ()) -> Iterator[tuple[Path, dict[str, Json]]]:
    """The schema itself, then those inside it; what is no object is passed over."""
    pending: list[tuple[Path, Json]] = [(path, schema)]
    while pending:
        at, one = pending.pop()
        if not isinstance(one, dict):
            continue
        yield at, one
        pending += reversed(list(_inside(at, one)))


def _inside(path: Path, schema: dict[str, Json]) -> Iterator[tuple[Path, Json]]:
    for key, value in schema.items():
        if key in OF_NAMES and isinstance(value, dict):
            yield from (((*path, key, name), inner) for name, inner in value.items())
        elif key in OF_MANY and isinstance(value, list):
            yield from (((*path, key, number), inner) for number, inner in enumerate(value))
        elif key in OF_ONE:
            yield (*path, key), value


def types_of(schema: dict[str, Json]) -> list[Json]:
    """The types that a schema names, in lower case: one or a list."""
    named = schema.get("type")
    types = named if isinstance(named, list) else [named] if named is not None else []
    return [one.lower() if isinstance(one, str) else one for one in types]
