"""CoreMessage (AI SDK 4) → ModelMessage (SDK 5 to 7): the same parts under their new names.

`args` becomes `input`, `mimeType` becomes `mediaType`, and a result's kind (text, json, error …) goes into its
`output`. The signature and the redacted data of Anthropic's reasoning are in the provider options since version 5.
Messages and parts that are not Core messages stay unchanged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from workbench.converters.contract import Converted, Edge
from workbench.formats.vercel_request import system_setting
from workbench.formats.vercel_v4_core.events import stringified_results
from workbench.json.text import Json

_RENAMED = {"args": "input", "mimeType": "mediaType", "experimental_providerMetadata": "providerOptions"}
_RESULT_KEYS = frozenset({"result", "isError", "experimental_content"})


def vercel_v4_core_to_vercel_v5_model(messages: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    if (prompt := system_setting(settings)) is not None:
        yield Converted(prompt, (), "system")
    for index, message in enumerate(messages):
        yield Converted(_message(message) if isinstance(message, dict) else message, (index,))


def _message(message: dict[str, Json]) -> Json:
    content = message.get("content")
    if message.get("role") == "tool" and isinstance(content, str) and "tool_call_id" not in message:
        content = stringified_results(content) or content
    if "experimental_providerMetadata" in message:
        message = _renamed(message)
    return {**message, "content": [_part(part) for part in content]} if isinstance(content, list) else message


def _part(part: Any) -> Json:
    kind = part.get("type") if isinstance(part, dict) else None
    if kind == "tool-result":
        return _result(part)
    if kind in ("tool-call", "image", "file"):
        return _renamed(part)
    if kind == "redacted-reasoning" or (kind == "reasoning" and "signature" in part):
        return _reasoning(part)
    return _renamed(part) if kind and "experimental_providerMetadata" in part else part


def _renamed(part: dict[str, Json]) -> dict[str, Json]:
    """Rename the keys of a part. If it has both the old and the new key, the new one wins, as in the SDK."""
    return {_RENAMED.get(key, key): value for key, value in part.items() if _RENAMED.get(key) not in part}


def _result(part: dict[str, Json]) -> Json:
    if "output" in part and "result" not in part:
        return part
    other_fields = {key: value for key, value in _renamed(part).items() if key not in _RESULT_KEYS}
    return {**other_fields, "output": _output(part)}


def _output(part: dict[str, Json]) -> Json:
    """Return the output of a result: its `experimental_content`, which SDK 4 sends to the model, or the result."""
    result, items = part.get("result"), part.get("experimental_content")
    if isinstance(items, list):
        return {"type": "content", "value": [_content_item(item) for item in items]}
    kind = "text" if isinstance(result, str) else "json"
    return {"type": f"error-{kind}" if part.get("isError") is True else kind, "value": result}


def _content_item(item: object) -> Json:
    """Return a content item with an image as `media`, the name since SDK 5, which 6 still accepts."""
    if not isinstance(item, dict) or item.get("type") != "image":
        return item
    media_type = item.get("mimeType")
    return {"type": "media", "data": item.get("data"), "mediaType": media_type if media_type else "image/*"}


def _reasoning(part: dict[str, Json]) -> Json:
    """Move the signature or redacted data to the options in which SDK 5's Anthropic package expects them."""
    is_redacted = part["type"] == "redacted-reasoning"
    secret = {"redactedData": part.get("data")} if is_redacted else {"signature": part["signature"]}
    other_fields = {key: value for key, value in _renamed(part).items() if key not in ("signature", "data")}
    options = other_fields.get("providerOptions")
    options = options if isinstance(options, dict) else {}
    anthropic = options.get("anthropic")
    options = {**options, "anthropic": {**(anthropic if isinstance(anthropic, dict) else {}), **secret}}
    return {
        **other_fields,
        "type": "reasoning",
        "text": "" if is_redacted else part.get("text"),
        "providerOptions": options,
    }


EDGE = Edge(
    "vercel-v4-core", "vercel-v5-model", vercel_v4_core_to_vercel_v5_model, "the AI SDK's migration from 4 to 5"
)
