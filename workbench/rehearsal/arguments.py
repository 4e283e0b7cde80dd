"""A JSON schema → arguments that fit it, always the same. Never raises, whatever the schema is."""

from __future__ import annotations

from workbench.jsontext import Json

_DEEPEST = 8
_FORMATS = {
    "date": "2024-01-31",
    "date-time": "2024-01-31T12:00:00Z",
    "time": "12:00:00Z",
    "email": "somebody@example.com",
    "uri": "https://example.com/",
    "uuid": "00000000-0000-4000-8000-000000000000",
}


def arguments_for(schema: Json) -> dict[str, Json]:
    """The required properties, or all of them where none is required."""
    value = _value(schema, schema, 0)
    return value if isinstance(value, dict) else {}


def _value(schema: Json, root: Json, depth: int) -> Json:
    if not isinstance(schema, dict) or depth > _DEEPEST:
        return None
    for key in ("const", "default"):
        if key in schema:
            return schema[key]
    for key in ("enum", "examples"):
        if isinstance(schema.get(key), list) and schema[key]:
            return schema[key][0]
    if isinstance(schema.get("$ref"), str):
        return _value(_referred(schema["$ref"], root), root, depth + 1)
    for key in ("anyOf", "oneOf", "allOf"):
        if isinstance(schema.get(key), list) and schema[key]:
            return _value(schema[key][0], root, depth + 1)
    return _of_type(_type(schema), schema, root, depth)


def _type(schema: dict[str, Json]) -> Json:
    kind = schema.get("type")
    if isinstance(kind, list):
        kind = next((one for one in kind if one != "null"), None)
    if kind is None and "properties" in schema:
        return "object"
    return kind.lower() if isinstance(kind, str) else None


def _of_type(kind: Json, schema: dict[str, Json], root: Json, depth: int) -> Json:
    if kind == "object":
        return _object(schema, root, depth)
    if kind == "array":
        least = schema.get("minItems")
        count = min(least, 10) if isinstance(least, int) and least > 1 else 1
        return [_value(schema.get("items"), root, depth + 1)] * count if isinstance(schema.get("items"), dict) else []
    if kind in ("integer", "number"):
        least = schema.get("minimum")
        return least if isinstance(least, int | float) and not isinstance(least, bool) else 1
    if kind == "boolean":
        return True
    if kind == "string":
        form = schema.get("format")
        return _FORMATS.get(form, "example") if isinstance(form, str) else "example"
    return None


def _object(schema: dict[str, Json], root: Json, depth: int) -> Json:
    properties = schema.get("properties")
    if not isinstance(properties, dict):
        return {}
    required = schema.get("required")
    names = [name for name in required if isinstance(name, str)] if isinstance(required, list) and required else None
    chosen = properties if names is None else {name: properties.get(name, {"type": "string"}) for name in names}
    return {name: _value(inner, root, depth + 1) for name, inner in chosen.items()}


def _referred(reference: str, root: Json) -> Json:
    value = root
    for step in reference.removeprefix("#").strip("/").split("/"):
        value = value.get(step) if isinstance(value, dict) else None
    return value
