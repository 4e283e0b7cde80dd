"""Bedrock Converse → IContent, with nothing left behind: what IContent has no word for is kept for the way back.

Ids stay as they are. A user turn with results and something else becomes two contents, as on Anthropic. Tools that
the service runs itself (`type` on their blocks) are kept whole: to anyone else they are neither calls nor results.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby

from workbench.convert.contract import Converted, Edge
from workbench.convert.provider_metadata import inside_of, is_result, kept_whole
from workbench.jsontext import Json, compact

PROVIDER = "bedrock"
_SPEAKERS = {"user": "human", "assistant": "ai", "system": "system"}
_MESSAGE = frozenset({"role", "content"})
MEDIA_TYPES = {
    "document": {
        "pdf": "application/pdf",
        "csv": "text/csv",
        "doc": "application/msword",
        "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "xls": "application/vnd.ms-excel",
        "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "html": "text/html",
        "txt": "text/plain",
        "md": "text/markdown",
    },
    "video": {
        "mkv": "video/x-matroska",
        "mov": "video/quicktime",
        "mp4": "video/mp4",
        "webm": "video/webm",
        "flv": "video/x-flv",
        "mpeg": "video/mpeg",
        "mpg": "video/mpg",
        "wmv": "video/x-ms-wmv",
        "three_gp": "video/3gpp",
    },
    "audio": {name: f"audio/{name}" for name in ("mp3", "opus", "wav", "aac", "flac", "mp4", "ogg", "m4a", "webm")},
}
"""Format name → media type, one to one within each kind, so that the way back finds the same name."""

_Names = dict[str, Json]
_Raw = dict[str, Json]


def bedrock_converse_to_icontent(messages: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    names: _Names = {}
    if blocks := _blocks(settings.get("system"), names):
        yield Converted({"speaker": "system", "blocks": blocks}, ())
    for index, message in enumerate(messages):
        if isinstance(message, dict):
            for content in _contents(message, names):
                yield Converted(content, (index,))


def _contents(message: _Raw, names: _Names) -> list[Json]:
    role, blocks = message.get("role"), _blocks(message.get("content"), names)
    speaker = _SPEAKERS.get(role, role) if isinstance(role, str) else role
    if role != "user":
        contents = [{"speaker": speaker, "blocks": blocks}]
    elif len(blocks) == 1:
        contents = [{"speaker": "tool" if is_result(blocks[0]) else "human", "blocks": blocks}]
    else:
        runs = groupby(blocks, key=lambda block: "tool" if is_result(block) else "human")
        contents = [{"speaker": who, "blocks": list(run)} for who, run in runs] or [{"speaker": "human", "blocks": []}]
    if not message.keys() <= _MESSAGE:
        contents[0]["metadata"] = _metadata(message)
    return contents


def _metadata(message: _Raw) -> _Raw:
    said = {key: value for key, value in message.items() if key not in ("role", "content")}
    usage, metadata = said.pop("usage", None), {}
    if "stopReason" in said:
        metadata["finishReason"] = said.pop("stopReason")
    if isinstance(usage, dict):
        metadata["usage"] = {key: usage.get(key) for key in ("inputTokens", "outputTokens")}
        usage = {key: value for key, value in usage.items() if key not in metadata["usage"]}
    if usage:
        said["usage"] = usage
    return {**metadata, "providerMetadata": {PROVIDER: said}} if said else metadata


def _blocks(content: Json, names: _Names) -> list[_Raw]:
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    if not isinstance(content, list):
        return [] if content is None else [kept_whole(PROVIDER, content)]
    blocks: list[_Raw] = []
    for raw in content:
        result = raw.get("toolResult") if isinstance(raw, dict) and len(raw) == 1 else None
        responses = _result(result, names) if isinstance(result, dict) else []
        blocks.extend(responses or [_block(raw, names)])
    return blocks


def _block(raw: Json, names: _Names) -> _Raw:
    """A block has one key, which is its kind; one with more is no block that the service knows, and is kept whole."""
    if isinstance(raw, dict) and len(raw) == 1:
        ((kind, inner),) = raw.items()
        if kind == "text" and isinstance(inner, str):
            return {"type": "text", "text": inner}
        make = _KINDS.get(kind)
        if make and isinstance(inner, dict) and (made := make(kind, inner, names)):
            return made
    return kept_whole(PROVIDER, raw)


def _call(kind: str, inner: _Raw, names: _Names) -> _Raw | None:
    if inner.keys() != {"toolUseId", "name", "input"}:
        return None
    if isinstance(inner["toolUseId"], str):
        names[inner["toolUseId"]] = inner["name"]
    return {"type": "tool_call", "id": inner["toolUseId"], "name": inner["name"], "parameters": inner["input"]}


def _result(inner: _Raw, names: _Names) -> list[_Raw]:
    """The response with its texts and data, then its other blocks; nothing if it is no result of the client's tools.

    A content of several texts would not find its shape again, so it is kept as it was as well.
    """
    content = inner.get("content")
    if not inner.keys() <= {"toolUseId", "content", "status"} or not isinstance(content, list):
        return []
    call_id = inner.get("toolUseId")
    response: _Raw = {"type": "tool_response", "callId": call_id}
    if isinstance(call_id, str) and names.get(call_id) is not None:
        response["toolName"] = names[call_id]
    said = [value for part in content if (value := _said(part)) is not None]
    others = [_block(part, {}) for part in content if _said(part) is None]
    if len(said) < 2 and (not said or _said(content[0]) is not None):
        response["result"] = said[0] if said else None
    else:
        response["result"] = "\n".join(value if isinstance(value, str) else compact(value) for value in said)
        response["providerMetadata"] = {PROVIDER: content}
    if "status" in inner:
        response["status"] = inner["status"]
    return [response, *(inside_of(call_id, block) for block in others)]


def _said(part: Json) -> Json:
    """The text or the object that one part of a result is; None if it is something else."""
    if not isinstance(part, dict) or len(part) != 1:
        return None
    if isinstance(part.get("json"), dict):
        return part["json"]
    return part["text"] if isinstance(part.get("text"), str) else None


def _reasoning(kind: str, inner: _Raw, names: _Names) -> _Raw | None:
    reasoning = inner.get("reasoningText")
    if len(inner) != 1 or not isinstance(reasoning, dict) or not isinstance(reasoning.get("text"), str):
        return None
    if not reasoning.keys() <= {"text", "signature"}:
        return None
    block = {"type": "thinking", "thought": reasoning["text"]}
    return {**block, "signature": reasoning["signature"]} if "signature" in reasoning else block


def _image(kind: str, inner: _Raw, names: _Names) -> _Raw | None:
    form, data = inner.get("format"), _bytes(inner)
    if len(inner) != 2 or form not in ("png", "jpeg", "gif", "webp") or data is None:
        return None
    return {"type": "image", "data": f"data:image/{form};base64,{data}"}


def _medium(kind: str, inner: _Raw, names: _Names) -> _Raw | None:
    form, data = inner.get("format"), _bytes(inner)
    media_type = MEDIA_TYPES[kind].get(form) if isinstance(form, str) else None
    if media_type is None or data is None or not inner.keys() <= {"format", "source", "name"}:
        return None
    block = {"type": "media", "mimeType": media_type, "data": data, "encoding": "base64"}
    return {**block, "filename": inner["name"]} if "name" in inner else block


def _bytes(inner: _Raw) -> str | None:
    source = inner.get("source")
    data = source.get("bytes") if isinstance(source, dict) and len(source) == 1 else None
    return data if isinstance(data, str) else None


_KINDS: Mapping[str, Callable[[str, _Raw, _Names], _Raw | None]] = {
    "toolUse": _call,
    "reasoningContent": _reasoning,
    "image": _image,
    "document": _medium,
    "video": _medium,
    "audio": _medium,
}

EDGE = Edge(
    "bedrock-converse",
    "icontent",
    bedrock_converse_to_icontent,
    "Converse's blocks by kind; what has no word is kept whole",
)
