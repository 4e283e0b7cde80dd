"""Make arguments that fit a JSON schema, always the same ones. Never raises and always ends, whatever the schema is."""

from __future__ import annotations

from workbench.json.pointer import PointerError, resolve
from workbench.json.text import Json

_MAX_DEPTH = 8
_MAX_VALUES = 1_000
"""Values in the arguments of one call: a small schema that refers to itself in many places could describe billions."""
_FORMATS = {
    "date": "2024-01-31",
    "date-time": "2024-01-31T12:00:00Z",
    "time": "12:00:00Z",
    "email": "somebody@example.com",
    "uri": "https://example.com/",
    "uuid": "00000000-0000-4000-8000-000000000000",
}


def arguments_for(schema: object) -> dict[str, Json]:
    """Return values for the required properties, or for all properties if none is required."""
    value = _Arguments(schema).value(schema, 0)
    return value if isinstance(value, dict) else {}


class _Arguments:
    def __init__(self, root: object) -> None:
        self._root = root
        self._remaining = _MAX_VALUES

    def value(self, schema: object, depth: int) -> Json:
        self._remaining -= 1
        if not isinstance(schema, dict) or depth > _MAX_DEPTH or self._remaining < 0:
            return None
        for key in ("const", "default"):
            if key in schema:
                return schema[key]
        for key in ("enum", "examples"):
            if isinstance(schema.get(key), list) and schema[key]:
                return schema[key][0]
        if isinstance(schema.get("$ref"), str):
            return self.value(self._resolve(schema["$ref"]), depth + 1)
        for key in ("anyOf", "oneOf", "allOf"):
            if isinstance(schema.get(key), list) and schema[key]:
                return self.value(schema[key][0], depth + 1)
        return self._of_type(_type(schema), schema, depth)

    def _of_type(self, kind: object, schema: dict[str, Json], depth: int) -> Json:
        if kind == "object":
            return self._object(schema, depth)
        if kind == "array":
            minimum = schema.get("minItems")
            count = min(minimum, 10) if isinstance(minimum, int) and minimum > 1 else 1
            return [self.value(schema.get("items"), depth + 1)] * count if isinstance(schema.get("items"), dict) else []
        if kind in ("integer", "number"):
            minimum = schema.get("minimum")
            return minimum if isinstance(minimum, (int, float)) and not isinstance(minimum, bool) else 1
        if kind == "boolean":
            return True
        if kind == "string":
            form = schema.get("format")
            return _FORMATS.get(form, "example") if isinstance(form, str) else "example"
        return None

    def _object(self, schema: dict[str, Json], depth: int) -> Json:
        properties = schema.get("properties")
        if not isinstance(properties, dict):
            return {}
        required = schema.get("required")
        wanted = required if isinstance(required, list) and required else properties
        names = [name for name in wanted if isinstance(name, str)]
        return {name: self.value(properties.get(name, {"type": "string"}), depth + 1) for name in names}

    def _resolve(self, reference: str) -> Json:
        try:
            return resolve(self._root, reference.removeprefix("#"))
        except PointerError:
            return None


def _type(schema: dict[str, Json]) -> Json:
    kind = schema.get("type")
    if isinstance(kind, list):
        kind = next((alternative for alternative in kind if alternative != "null"), None)
    if kind is None and "properties" in schema:
        return "object"
    return kind.lower() if isinstance(kind, str) else None
