"""Gemini → A2A, one part for each part, as google-adk's part converter does it (version 2.13).

Calls, responses and code become data parts with ADK's type mark and their signature in the metadata. ADK drops the
signature of a text; here it is stored like that of a call. `systemInstruction` becomes a user message with the system
role in its metadata, because A2A has no system role. The settings may name a dialect; the default is 1.0.
"""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from workbench.converters.a2a_to_gemini import DATA_TAGS, MEDIA_FIELDS, OWN_DATA
from workbench.converters.contract import Converted, Edge
from workbench.converters.gemini_media import camel_case
from workbench.formats.a2a.dialects import in_dialect
from workbench.formats.gemini.parts import PAYLOADS, payload_key
from workbench.json.text import Json, JsonObject, parse_or_none

_MARKS = {key: mark for mark, key in OWN_DATA.items()}
_ROLES = {None: "user", "user": "user", "function": "user", "model": "agent"}
_Raw = JsonObject


def gemini_to_a2a(contents: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    dialect = settings.get("dialect")
    if prompt := _system_parts(settings.get("systemInstruction", settings.get("system_instruction"))):
        message: _Raw = {
            "kind": "message",
            "messageId": "message-system",
            "role": "user",
            "metadata": {"role": "system"},
        }
        yield Converted(in_dialect({**message, "parts": prompt}, dialect), ())
    for index, content in enumerate(contents):
        role, parts = (content.get("role"), content.get("parts")) if isinstance(content, dict) else ("", None)
        if (role is None or isinstance(role, str)) and role in _ROLES and isinstance(parts, list):
            message = {"kind": "message", "messageId": f"message-{index}", "role": _ROLES[role]}
            yield Converted(in_dialect({**message, "parts": [_part(part) for part in parts]}, dialect), (index,))


def _system_parts(instruction: object) -> list[Json]:
    if isinstance(instruction, str):
        return [{"kind": "text", "text": instruction}]
    parts = instruction.get("parts") if isinstance(instruction, dict) else instruction
    return [_part(part) for part in parts] if isinstance(parts, list) else []


def _part(part: Any) -> _Raw:
    key = payload_key(part) if isinstance(part, dict) else None
    if key is None:
        return {"kind": "data", "data": part if isinstance(part, dict) else {"value": part}}
    kind, payload, extra = PAYLOADS[key], part[key], camel_case(part, key)
    metadata: _Raw = {}
    if kind == "text" and isinstance(payload, str):
        converted: _Raw = {"kind": "text", "text": payload}
        metadata |= {"adk_thought": extra.pop("thought")} if "thought" in extra else {}
    elif kind in ("inlineData", "fileData") and isinstance(payload, dict):
        converted = _file_or_data(kind, camel_case(payload))
        metadata |= {key: extra.pop(name) for name, key in MEDIA_FIELDS.items() if name in extra}
    elif isinstance(payload, dict) and kind in _MARKS:
        converted = {"kind": "data", "data": camel_case(payload)}
        metadata["adk_type"] = _MARKS[kind]
    else:
        return {"kind": "data", "data": part}
    if "thoughtSignature" in extra:
        metadata["adk_thought_signature"] = extra.pop("thoughtSignature")
    part_metadata = extra.get("partMetadata")
    metadata |= part_metadata if isinstance(part_metadata, dict) else {}
    return {**converted, "metadata": metadata} if metadata else converted


def _file_or_data(kind: str, payload: _Raw) -> _Raw:
    """Return a file part, or a data part if the bytes are between ADK's tags."""
    if kind == "inlineData" and (data := _tagged_data(payload.get("data"))) is not None:
        return {"kind": "data", "data": data}
    names = {"mimeType": "mimeType", "displayName": "name", "data": "bytes", "fileUri": "uri"}
    return {"kind": "file", "file": {names[key]: value for key, value in payload.items() if key in names}}


def _tagged_data(encoded: object) -> Json:
    try:
        text = b64decode(encoded, validate=True).decode() if isinstance(encoded, str) else ""
    except ValueError:
        return None
    begin, end = DATA_TAGS
    return parse_or_none(text[len(begin) : -len(end)]) if text.startswith(begin) and text.endswith(end) else None


EDGE = Edge("gemini", "a2a", gemini_to_a2a, "google-adk's conversion of Gemini's parts")
