"""Rewrite an A2A message of version 0.3, as spec 002 shows it, in the dialect of a history.

The kind of a part is its `type` in 0.2.1a1, its `kind` in 0.3 and its only key in 1.0. 1.0 also writes roles in
capitals and refuses the older dialects. It is the dialect for histories that do not show theirs.
"""

from __future__ import annotations

from typing import Any

from workbench.json.text import Json, JsonObject

_VERSION_1_NAMES = {"bytes": "raw", "uri": "url", "mimeType": "mediaType", "name": "filename"}


def in_dialect(message: Any, dialect: Json) -> Json:
    if dialect == "0.3":
        return message
    if dialect == "0.2.1a1":
        parts = [{"type": part["kind"], **_without_kind(part)} for part in message["parts"]]
        return {**_without_kind(message), "parts": parts}
    role = "ROLE_AGENT" if message["role"] == "agent" else "ROLE_USER"
    return {**_without_kind(message), "role": role, "parts": [_version_1_part(part) for part in message["parts"]]}


def _version_1_part(part: JsonObject) -> Json:
    """Return the part without its kind and with the fields of a file at its top level."""
    if "file" not in part:
        return _without_kind(part)
    others = {key: value for key, value in _without_kind(part).items() if key != "file"}
    return {_VERSION_1_NAMES[key]: value for key, value in part["file"].items()} | others


def _without_kind(value: dict[str, Json]) -> dict[str, Json]:
    return {key: member for key, member in value.items() if key != "kind"}
