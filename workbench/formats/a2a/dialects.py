"""An A2A message of version 0.3, the one that spec 002 shows → the same in the dialect of a history.

0.2.1a1 tells parts by `type`, 0.3 by `kind`. 1.0 tells them by their keys, writes roles in capitals, and refuses the
older ones; it is also what is written where no dialect is known.
"""

from __future__ import annotations

from workbench.json.text import Json

_VERSION_1_NAMES = {"bytes": "raw", "uri": "url", "mimeType": "mediaType", "name": "filename"}


def in_dialect(message: Json, dialect: Json) -> Json:
    if dialect == "0.3":
        return message
    if dialect == "0.2.1a1":
        parts = [{"type": part["kind"], **_without_kind(part)} for part in message["parts"]]
        return {**_without_kind(message), "parts": parts}
    role = "ROLE_AGENT" if message["role"] == "agent" else "ROLE_USER"
    return {**_without_kind(message), "role": role, "parts": [_version_1_part(part) for part in message["parts"]]}


def _version_1_part(part: dict[str, Json]) -> Json:
    """A file lies flat in its part."""
    if "file" not in part:
        return _without_kind(part)
    beside = {key: value for key, value in _without_kind(part).items() if key != "file"}
    return {_VERSION_1_NAMES[key]: value for key, value in part["file"].items()} | beside


def _without_kind(value: dict[str, Json]) -> dict[str, Json]:
    return {key: member for key, member in value.items() if key != "kind"}
