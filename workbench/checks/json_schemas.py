"""Walk a JSON Schema: every schema inside it with its path."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.json.pointer import Path
from workbench.json.text import Json

LIST_KEYWORDS = ("anyOf", "any_of", "oneOf", "allOf", "prefixItems")
"""Keywords whose value is a list of schemas."""
MAP_KEYWORDS = ("properties", "patternProperties", "$defs", "definitions", "defs", "dependentSchemas")
"""Keywords whose value is an object of schemas by name."""
SINGLE_KEYWORDS = ("items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames")
"""Keywords whose value is a schema."""

PROTOBUF_TYPES = ("type_unspecified", "string", "number", "integer", "boolean", "array", "object", "null")
"""The types of Gemini's schemas by their number. Clients that use protobuf write the number instead of the name."""


def schemas_in(schema: object, path: Path = ()) -> Iterator[tuple[Path, dict[str, Json]]]:
    """Yield the schema itself, then those inside it; values that are not objects are skipped."""
    pending: list[tuple[Path, Json]] = [(path, schema)]
    while pending:
        at, current = pending.pop()
        if not isinstance(current, dict):
            continue
        yield at, current
        pending += reversed(list(_inside(at, current)))


def _inside(path: Path, schema: dict[str, Json]) -> Iterator[tuple[Path, Json]]:
    for key, value in schema.items():
        if key in MAP_KEYWORDS and isinstance(value, dict):
            yield from (((*path, key, name), inner) for name, inner in value.items())
        elif key in LIST_KEYWORDS and isinstance(value, list):
            yield from (((*path, key, number), inner) for number, inner in enumerate(value))
        elif key in SINGLE_KEYWORDS:
            yield (*path, key), value


def types_of(schema: dict[str, Json]) -> list[Json]:
    """Return the types of a schema in lower case, whether it names one or a list, or gives the number of one."""
    value = schema.get("type")
    types = value if isinstance(value, list) else [value] if value is not None else []
    return [kind.lower() if isinstance(kind, str) else type_of_number(kind) or kind for kind in types]


def type_of_number(value: object) -> str | None:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < len(PROTOBUF_TYPES):
        return None
    return PROTOBUF_TYPES[value]
