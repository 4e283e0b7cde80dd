"""Gemini → A2A, as google-adk's part converter does it (version 2.13): a part for a part.

Calls, responses and code are data parts that ADK's mark names, with their signature in the metadata. ADK leaves out
the signature of a text; here it is kept where that of a call is. `systemInstruction` is a user's message whose
metadata says so, because A2A has no system role. The dialect is the one that the settings name, else 1.0.
"""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Iterator, Mapping, Sequence

from workbench.converters.a2a_to_gemini import DATA_TAGS, MEDIA_FIELDS, OWN_DATA
from workbench.converters.contract import Converted, Edge
from workbench.converters.gemini_media import camel_case
from workbench.formats.a2a.dialects import in_dialect
from workbench.formats.gemini.parts import PAYLOADS, payload_key
from workbench.json.text import Json, parse_or_none

_MARKS = {key: mark for mark, key in OWN_DATA.items()}
_ROLES = {None: "user", "user": "user", "function": "user", "model": "agent"}
_Raw = dict[str, Json]


def gemini_to_a2a(contents: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    dialect = settings.get("dialect")
    if prompt := _system_parts(settings.get("systemInstruction", settings.get("system_instruction"))):
        about: _Raw = {"kind": "message", "messageId": "message-system", "role": "user", "metadata": {"role": "system"}}
        yield Converted(in_dialect({**about, "parts": prompt}, dialect), ())
    for index, content in enumerate(contents):
        role, parts = (content.get("role"), content.get("parts")) if isinstance(content, dict) else ("", None)
        if (role is None or isinstance(role, str)) and role in _ROLES and isinstance(parts, list):
            about = {"kind": "message", "messageId": f"message-{index}", "role": _ROLES[role]}
            yield Converted(in_dialect({**about, "parts": [_part(part) for part in parts]}, dialect), (index,))


def _system_parts(instruction: object) -> list[Json]:
    if isinstance(instruction, str):
        return [{"kind": "text", "text": instruction}]
    parts = instruction.get("parts") if isinstance(instruction, dict) else instruction
    return [_part(part) for part in parts] if isinstance(parts, list) else []


def _part(part: Json) -> _Raw:
    key = payload_key(part) if isinstance(part, dict) else None
    if key is None:
        return {"kind": "data", "data": part if isinstance(part, dict) else {"value": part}}
    kind, payload, beside = PAYLOADS[key], part[key], camel_case(part, key)
    metadata: _Raw = {}
    if kind == "text" and isinstance(payload, str):
        made: _Raw = {"kind": "text", "text": payload}
        metadata |= {"adk_thought": beside.pop("thought")} if "thought" in beside else {}
    elif kind in ("inlineData", "fileData") and isinstance(payload, dict):
        made = _file_or_data(kind, camel_case(payload))
        metadata |= {key: beside.pop(name) for name, key in MEDIA_FIELDS.items() if name in beside}
    elif isinstance(payload, dict) and kind in _MARKS:
        made = {"kind": "data", "data": camel_case(payload)}
        metadata["adk_type"] = _MARKS[kind]
    else:
        return {"kind": "data", "data": part}
    if "thoughtSignature" in beside:
        metadata["adk_thought_signature"] = beside.pop("thoughtSignature")
    own = beside.get("partMetadata")
    metadata |= own if isinstance(own, dict) else {}
    return {**made, "metadata": metadata} if metadata else made


def _file_or_data(kind: str, payload: _Raw) -> _Raw:
    """Bytes between ADK's tags were a data part once."""
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


EDGE = Edge("gemini", "a2a", gemini_to_a2a, "what google-adk makes of Gemini's parts")
